// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/rows/storedvalues.h"
#include "core/store/sqlite/sqlite.h"

namespace loupe {

/// Everything about one evaluation. The caller holds a read transaction. NotFound when there is no
/// such row.
Result<EvaluationDetail> readEvaluation(Database &database, RowId id);

} // namespace loupe
