// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/evaluation.h"
#include "core/store/sqlite.h"
#include "core/store/twinconnection.h"

#include <cstddef>
#include <span>
#include <vector>

namespace loupe {

/// From so many on, a second thread and connection are worth their beginning.
inline constexpr std::size_t manyMeasurements = 2048;

/// What was measured of each evaluation, as StoreReader::measurements says. The caller holds a read
/// transaction.
Result<std::vector<Evaluation>> readMeasurements(Database &database,
                                                 std::span<const RowId> evaluations);

/// The same. Of many, the second half is read meanwhile by the second connection, if there is one.
Result<std::vector<Evaluation>> readMeasurements(TwinTransactions &store,
                                                 std::span<const RowId> evaluations);

} // namespace loupe
