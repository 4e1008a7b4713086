// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/evaluation.h"
#include "core/store/sqlite/sqlite.h"

#include <span>
#include <vector>

namespace loupe {

/// What was measured of each evaluation, as StoreReader::measurements says. The caller holds a read
/// transaction.
Result<std::vector<Evaluation>> readMeasurements(Database &database,
                                                 std::span<const RowId> evaluations);

} // namespace loupe
