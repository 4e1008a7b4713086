// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/evaluation.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>
#include <vector>

namespace loupe {

// What ran, what it had to do and what counters say of one evaluation, as rows. The caller holds a
// transaction.

/// The evaluation's kernels, work and own counters, which are written with it.
Status insertActivity(Database &database, std::int64_t evaluationId, const Evaluation &evaluation);

/// Adds a profile to an evaluation that is there.
Status insertCounters(Database &database, std::int64_t evaluationId, const CounterProfile &profile);

/// Removes all of the above.
Status removeProfileRows(Database &database, std::int64_t evaluationId);

/// Fills in `kernels` and `work`.
Status readActivity(Database &database, std::int64_t evaluationId, Evaluation &evaluation);

/// Ten columns from `first` on, in the order of the columns of work without its id.
WorkRecord workRecord(const Statement &row, int first);
/// Fills in `work` alone.
Status readWork(Database &database, std::int64_t evaluationId, Evaluation &evaluation);

/// The profiles of an evaluation in the order in which they were stored.
Result<std::vector<CounterProfile>> readCounters(Database &database, std::int64_t evaluationId);

} // namespace loupe
