// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/record/evaluation.h"
#include "core/model/record/run.h"
#include "core/model/record/task.h"
#include "core/store/rows/storedvalues.h"
#include "core/store/sqlite/sqlite.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Returns the error NotFound for an evaluation that the store does not have.
Error noEvaluation(const Database &database, RowId id);

/// Returns the SELECT of one ResultRow up to the WHERE, read by resultRowFrom().
const std::string &resultRowSelect();
ResultRow resultRowFrom(const Statement &row);
/// Index of the run's protocol among its columns.
inline constexpr int rowProtocolColumn = 0;
/// Sets the least speedup of a result on several shapes from its times.
void setMinSpeedup(std::span<const TimingSeries> timings, ResultRow &row);

/// Reads the columns made_of, own_share, arithmetic from index `first` on.
KernelTraits storedTraits(const Statement &row, int first);

/// Returns the SELECT of a Run up to the WHERE, read by runFrom().
const std::string &runSelect();
Run runFrom(const Statement &row);
inline constexpr int runIdColumn = 0;
inline constexpr int runStateColumn = 1;
inline constexpr int runFinishedColumn = 2;
/// Lists the columns of a candidate c with its cost.
template <typename Columns>
void listColumns(Columns &columns, GenerationCost &cost)
{
    columns("c.input_tokens", cost.inputTokens);
    columns("c.output_tokens", cost.outputTokens);
    columns("c.requests", cost.requests);
    columns("c.dollars", cost.dollars);
    columns("c.generation_seconds", cost.seconds);
}
/// Reads these columns from index `first` on.
GenerationCost generationCost(const Statement &row, int first);

/// Returns the SELECT of a Task up to the WHERE; the blobs are loaded by `taskFrom`.
const std::string &taskSelect();
Result<Task> taskFrom(Database &database, const Statement &row);
/// Returns the tasks of a suite, or with an empty name of all suites, by name.
Result<std::vector<Task>> readTasks(Database &database, const std::string &suite);

/// Converts a stored id to a verdict; an unknown one gives NotRecorded.
Verdict storedVerdict(std::string_view id);

} // namespace loupe
