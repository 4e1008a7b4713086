// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/evaluationscan.h"

#include <algorithm>
#include <cstdint>
#include <thread>
#include <utility>

namespace loupe {

namespace {

/// Minimum number of rows for which a second thread pays off.
constexpr std::int64_t worthHalving = 5'000;

using IdRanges = std::vector<IdRange>;

/// Returns the number of ids after the first.
std::uint64_t lengthOf(IdRange range)
{
    return static_cast<std::uint64_t>(range.last) - static_cast<std::uint64_t>(range.first);
}

/// Returns the ids of the table, if they are enough for two threads.
Result<std::optional<IdRanges>> manyIds(Database &database)
{
    const auto first = database.lookup("SELECT min(id) FROM evaluation");
    if (!first)
        return first.error();
    const auto last = database.lookup("SELECT max(id) FROM evaluation");
    if (!last)
        return last.error();
    // Ids of a damaged store may be further apart than an integer can represent.
    if (!*first || **first < 0 || **last - **first < worthHalving)
        return std::optional<IdRanges>();
    return std::optional(IdRanges{{**first, **last}});
}

/// Splits ranges into two lists of about equally many ids.
std::pair<IdRanges, IdRanges> halvesOf(const IdRanges &ranges)
{
    std::uint64_t left = 0;
    for (const IdRange &each : ranges)
        left += lengthOf(each) / 2 + 1;
    std::pair<IdRanges, IdRanges> out;
    for (const IdRange &each : ranges) {
        const std::uint64_t length = lengthOf(each);
        if (left == 0) {
            out.second.push_back(each);
        } else if (length < left) {
            left -= length + 1;
            out.first.push_back(each);
        } else {
            const IdRange before{each.first, each.first + static_cast<std::int64_t>(left) - 1};
            out.first.push_back(before);
            out.second.push_back({before.last + 1, each.last});
            left = 0;
        }
    }
    return out;
}

/// Returns the statement of a select.
std::string textOf(const EvaluationSelect &select)
{
    return "SELECT " + select.columns + " FROM evaluation e " + select.joins + "WHERE "
        + select.condition.text + select.order;
}

Status readAll(const Database &database, const EvaluationSelect &select, const EachRow &each)
{
    auto statement = database.prepare(textOf(select));
    if (!statement)
        return std::move(statement).error();
    select.condition.bindTo(*statement);
    return forEachRow(*statement, each);
}

Status readRanges(const Database &database, const EvaluationSelect &select, const IdRanges &ranges,
                  const EachRow &each)
{
    // Without an index, the rows come in the order of ids.
    auto statement = database.prepare(
        "SELECT each_row(" + select.columns + ") FROM evaluation e NOT INDEXED " + select.joins
        + "WHERE (" + select.condition.text + ") AND e.id BETWEEN ? AND ?");
    if (!statement)
        return std::move(statement).error();
    const int bound = static_cast<int>(select.condition.values.size());
    for (const IdRange &range : ranges) {
        select.condition.bindTo(*statement);
        statement->bind(bound + 1, range.first);
        statement->bind(bound + 2, range.last);
        if (Status read = statement->forEach(each); !read)
            return read;
    }
    return {};
}

/// Returns true if SQLite scans the whole table instead of using an index.
Result<bool> goesThroughAll(const Database &database, const EvaluationSelect &select)
{
    auto plan = database.prepare("EXPLAIN QUERY PLAN " + textOf(select));
    if (!plan)
        return std::move(plan).error();
    bool isWhole = false;
    constexpr int detail = 3;
    if (const Status read = forEachRow(
            *plan, [&](const Statement &row) { isWhole |= row.textView(detail) == "SCAN e"; });
        !read)
        return read.error();
    return isWhole;
}

/// Returns the ids that a scan of the whole table goes through; nullopt if they are few or an index
/// finds the rows.
Result<std::optional<IdRanges>> manyScannedIds(const TwinTransactions &store,
                                               const EvaluationSelect &select)
{
    const auto isWhole = goesThroughAll(store.first, select);
    if (!isWhole)
        return isWhole.error();
    return *isWhole ? manyIds(store.first) : std::optional<IdRanges>();
}

/// Returns the ids to halve; nullopt if the first connection reads all.
Result<std::optional<IdRanges>> idsToHalve(const TwinTransactions &store,
                                           const EvaluationSelect &select)
{
    if (store.second == nullptr)
        return std::optional<IdRanges>();
    return select.ids ? select.ids : manyScannedIds(store, select);
}

} // namespace

Result<bool> goesThroughMany(const TwinTransactions &store, const EvaluationSelect &select)
{
    const auto ids = manyScannedIds(store, select);
    return ids ? Result<bool>(ids->has_value()) : ids.error();
}

Status scanEvaluations(TwinTransactions &store, const EvaluationSelect &select,
                       std::stop_token stop, const EachRow &inFirst, const EachRow &inSecond)
{
    const auto ids = idsToHalve(store, select);
    if (!ids)
        return ids.error();
    if (!*ids)
        return select.ids ? readRanges(store.first, select, *select.ids, inFirst)
                          : readAll(store.first, select, inFirst);
    const auto [low, high] = halvesOf(**ids);
    Status second;
    std::jthread other([&, &ranges = high] {
        const Interruptible interruptible(*store.second, std::move(stop));
        second = readRanges(*store.second, select, ranges, inSecond);
    });
    Status first = readRanges(store.first, select, low, inFirst);
    other.join();
    return first ? std::move(second) : std::move(first);
}

} // namespace loupe
