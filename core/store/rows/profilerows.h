// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/record/evaluation.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>
#include <vector>

namespace loupe {

// Kernels, work and counters of one evaluation, as rows. The caller must hold a transaction.

/// Inserts the evaluation's kernels, work and own counters, which are written with it.
Status insertActivity(Database &database, std::int64_t evaluationId, const Evaluation &evaluation);

/// Adds a profile to an existing evaluation.
Status insertCounters(Database &database, std::int64_t evaluationId, const CounterProfile &profile);

/// Removes the kernels, work and counters of an evaluation.
Status removeProfileRows(Database &database, std::int64_t evaluationId);

/// Reads `kernels` and `work`.
Status readActivity(Database &database, std::int64_t evaluationId, Evaluation &evaluation);

/// Reads only `work`.
Status readWork(Database &database, std::int64_t evaluationId, Evaluation &evaluation);

/// Returns the profiles of an evaluation in stored order.
Result<std::vector<CounterProfile>> readCounters(Database &database, std::int64_t evaluationId);

} // namespace loupe
