// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/rows/storedvalues.h"
#include "core/store/sqlite/sqlite.h"

namespace loupe {

/// Reads everything about one evaluation. The caller must hold a read transaction. Fails with
/// NotFound if there is no such row.
Result<EvaluationDetail> readEvaluation(Database &database, RowId id);

} // namespace loupe
