// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/record/recordedstate.h"
#include "core/store/rows/filtersql.h"
#include "core/store/sqlite/twinconnection.h"

#include <vector>

namespace loupe {

/// Reads the matching evaluations in stored order.
Result<std::vector<RecordedState>> readRecordedStates(TwinTransactions &store,
                                                      const SqlCondition &condition);

} // namespace loupe
