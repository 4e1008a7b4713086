// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/recordedstate.h"
#include "core/store/rows/filtersql.h"
#include "core/store/sqlite/twinconnection.h"

#include <vector>

namespace loupe {

/// The matching evaluations in the order in which they were stored.
Result<std::vector<RecordedState>> readRecordedStates(TwinTransactions &store,
                                                      const SqlCondition &condition);

} // namespace loupe
