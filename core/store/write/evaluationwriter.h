// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/record/evaluation.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// Inserts one evaluation with all dependent rows. The caller must hold a transaction and roll it
/// back on failure.
Result<RowId> insertEvaluation(Database &database, RunId run, TaskId task, MethodId method,
                               const Evaluation &evaluation);

/// Returns true if the evaluation has a result of the candidate, so that it can be the last round
/// of a sample.
bool hasKnownOutcome(const Evaluation &evaluation);

/// Returns the error for an evaluation whose key exists already.
Error alreadyRecorded(Error error, const Evaluation &evaluation);

/// Returns the category of a task; nullopt if there is no such task.
Result<std::optional<std::string>> storedCategory(Database &database, TaskId task);

/// Returns the id of the candidate with this identity; 0 if there is none.
Result<std::int64_t> storedCandidate(Database &database, TaskId task, MethodId method,
                                     const Candidate &candidate, std::optional<std::int64_t> source,
                                     std::optional<std::int64_t> feedback);

} // namespace loupe
