// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/evaluation.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// Inserts one evaluation with everything that hangs on it. The caller holds a transaction and
/// undoes it when this fails.
Result<RowId> insertEvaluation(Database &database, RunId run, TaskId task, MethodId method,
                               const Evaluation &evaluation);

/// Whether the evaluation says how the candidate did: what counts for the last round of a sample.
bool hasKnownOutcome(const Evaluation &evaluation);

/// The store's refusal of an evaluation whose key is taken, in words.
Error alreadyRecorded(Error error, const Evaluation &evaluation);

/// The category of a task; nullopt where there is no such task.
Result<std::optional<std::string>> storedCategory(Database &database, TaskId task);

/// The candidate of this identity; 0 where there is none.
Result<std::int64_t> storedCandidate(Database &database, TaskId task, MethodId method,
                                     const Candidate &candidate, std::optional<std::int64_t> source,
                                     std::optional<std::int64_t> feedback);

} // namespace loupe
