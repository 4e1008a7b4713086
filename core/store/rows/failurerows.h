// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/failureclusters.h"
#include "core/base/result.h"
#include "core/model/record/evaluation.h"
#include "core/store/rows/filtersql.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A row of failure reasons: evaluation, kind, fingerprint, summary.
inline constexpr std::string_view failureInto
    = "failure (evaluation_id, kind, fingerprint, summary)";
inline constexpr int failureColumns = 4;

/// Stores why the evaluation failed; does nothing if it did not. The caller must hold a
/// transaction.
Status insertFailure(Database &database, std::int64_t evaluationId, const Evaluation &evaluation);

/// Recomputes the reasons of all failures from stored data; returns their number. The caller must
/// hold a transaction.
Result<std::int64_t> refreshFailures(Database &database);

/// Counts the failures under the condition by fingerprint, method, category and round.
Result<std::vector<FailureCount>> countFailures(Database &database, const SqlCondition &condition);

/// Returns the reasons of the failures under the condition.
Result<std::vector<FailureReason>> readFailureReasons(Database &database,
                                                      const SqlCondition &condition);

/// Returns the first member of the cluster under the condition that a later round of its trajectory
/// corrected, and the number of such members; nullopt if there is none.
Result<std::optional<FailureCure>> findCure(Database &database, std::span<const Name> fingerprints,
                                            const SqlCondition &condition);

} // namespace loupe
