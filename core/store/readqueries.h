// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/evaluation.h"
#include "core/model/run.h"
#include "core/model/task.h"
#include "core/store/filtersql.h"
#include "core/store/rowsource.h"
#include "core/store/sqlite.h"
#include "core/store/storereader.h"

#include <string>
#include <string_view>
#include <utility>

namespace loupe {

/// Ids of the rows that match, in order, rows without a value last, ties by id. Not for the orders
/// of readRankedIds(), and not for SortKey::Recorded: asked to sort by id, SQLite reads a million
/// rows in that order rather than the few that an index finds.
std::string idsSql(const SqlCondition &condition, SortOrder order);

/// SELECT of one ResultRow up to the WHERE, and how its columns are read.
extern const char *const resultRowSelect;
ResultRow resultRowFrom(const Statement &row);

/// SELECT of a Run: `id`, then the fields, then state and finished_at.
extern const char *const runSelect;
Run runFrom(const Statement &row);
/// Five columns from `first` on, in the order of the columns of candidate.
GenerationCost generationCost(const Statement &row, int first);
inline constexpr int runStateColumn = 13;
inline constexpr int runFinishedColumn = 14;

/// SELECT of a Task; the blobs are loaded by `taskFrom`.
extern const char *const taskSelect;
Result<Task> taskFrom(Database &database, const Statement &row);

/// A stored id as a verdict; one that this program does not know reads as NotRecorded.
Verdict storedVerdict(std::string_view id);

/// Calls `each` for every row.
template <typename Each>
Status forEachRow(Statement &statement, Each each)
{
    Result<bool> row = statement.step();
    for (; row && *row; row = statement.step())
        each(static_cast<const Statement &>(statement));
    statement.reset();
    if (!row)
        return std::move(row).error();
    return {};
}

/// Calls `each` for every row of a query with these parameters.
template <typename Each, typename... Values>
Status readRows(Database &database, std::string_view sql, Each each, const Values &...values)
{
    auto statement = database.cached(sql);
    if (!statement)
        return std::move(statement).error();
    (*statement)->bindAll(values...);
    return forEachRow(**statement, std::move(each));
}

} // namespace loupe
