// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/evaluation.h"
#include "core/store/sqlite.h"

namespace loupe {

/// Inserts one evaluation with everything that hangs on it. The caller holds a transaction and
/// undoes it when this fails.
Result<RowId> insertEvaluation(Database &database, RunId run, TaskId task, MethodId method,
                               const Evaluation &evaluation);

} // namespace loupe
