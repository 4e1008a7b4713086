// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/record/evaluation.h"
#include "core/store/sqlite/sqlite.h"

#include <span>
#include <vector>

namespace loupe {

/// Reads the measurements of each evaluation, as defined by StoreReader::measurements. The caller
/// must hold a read transaction.
Result<std::vector<Evaluation>> readMeasurements(Database &database,
                                                 std::span<const RowId> evaluations);

} // namespace loupe
