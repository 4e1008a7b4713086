// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/records/reading/evaluationparts.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/write/evaluationkey.h"

#include <cstddef>
#include <functional>

namespace loupe {

/// Number of evaluations from which rebuilding indexes at the end, from sorted rows, takes half the
/// time of updating them row by row.
inline constexpr std::size_t fewestDeferred = 20'000;

/// Inserts all evaluations of a run that the caller's transaction created, so that no existing rows
/// need lookups. `advance` is called after each and may stop the insertion by an error. Fails with
/// InvalidInput if a task or method has no id, or an evaluation is a duplicate. From `deferredFrom`
/// evaluations on, indexes are rebuilt at the end.
Status insertAllEvaluations(Database &database, RunId run, const EvaluationParts &evaluations,
                            const StoredNames &names, const std::function<Status()> &advance,
                            std::size_t deferredFrom = fewestDeferred);

} // namespace loupe
