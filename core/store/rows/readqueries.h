// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/evaluation.h"
#include "core/model/run.h"
#include "core/model/task.h"
#include "core/store/rows/rowsource.h"
#include "core/store/sqlite/sqlite.h"

#include <span>
#include <string_view>

namespace loupe {

/// SELECT of one ResultRow up to the WHERE, read by resultRowFrom().
extern const char *const resultRowSelect;
ResultRow resultRowFrom(const Statement &row);
/// Index of the run's protocol among its columns.
inline constexpr int rowProtocolColumn = 24;
/// Sets the least speedup of a result on several shapes from its times.
void setMinSpeedup(std::span<const TimingSeries> timings, ResultRow &row);

/// Reads the columns made_of, own_share, arithmetic from index `first` on.
KernelTraits storedTraits(const Statement &row, int first);

/// SELECT of a Run: `id`, then the fields, then state and finished_at.
extern const char *const runSelect;
Run runFrom(const Statement &row);
/// Reads five columns from index `first` on, in the order of the columns of candidate.
GenerationCost generationCost(const Statement &row, int first);
inline constexpr int runStateColumn = 13;
inline constexpr int runFinishedColumn = 14;

/// SELECT of a Task; the blobs are loaded by `taskFrom`.
extern const char *const taskSelect;
Result<Task> taskFrom(Database &database, const Statement &row);

/// Converts a stored id to a verdict; an unknown one gives NotRecorded.
Verdict storedVerdict(std::string_view id);

} // namespace loupe
