// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/evaluationscan.h"

#include "core/store/sqlite/rowloop.h"

#include <cstdint>
#include <thread>
#include <utility>

namespace loupe {

namespace {

/// Minimum number of rows for which a second thread pays off.
constexpr std::int64_t worthHalving = 5'000;

struct IdRange {
    std::int64_t first = 0;
    std::int64_t last = 0;
};

/// Returns the range of ids, if it is large enough for two threads.
Result<std::optional<IdRange>> manyIds(Database &database)
{
    const auto first = database.lookup("SELECT min(id) FROM evaluation");
    if (!first)
        return first.error();
    const auto last = database.lookup("SELECT max(id) FROM evaluation");
    if (!last)
        return last.error();
    // Ids of a damaged store may be further apart than an integer can represent.
    if (!*first || **first < 0 || **last - **first < worthHalving)
        return std::optional<IdRange>();
    return std::optional(IdRange{**first, **last});
}

Status readAll(const Database &database, const EvaluationSelect &select, const EachRow &each)
{
    auto statement
        = database.prepare(select.columns + "WHERE " + select.condition.text + select.order);
    if (!statement)
        return std::move(statement).error();
    select.condition.bindTo(*statement);
    return forEachRow(*statement, each);
}

Status readRange(const Database &database, const EvaluationSelect &select, IdRange range,
                 const EachRow &each)
{
    auto statement = database.prepare(select.columns + "WHERE (" + select.condition.text
                                      + ") AND e.id BETWEEN ? AND ?" + select.order);
    if (!statement)
        return std::move(statement).error();
    select.condition.bindTo(*statement);
    const int bound = static_cast<int>(select.condition.values.size());
    statement->bind(bound + 1, range.first);
    statement->bind(bound + 2, range.last);
    return forEachRow(*statement, each);
}

/// Returns the ids to split; nullopt if the first connection reads all.
Result<std::optional<IdRange>> idsToHalve(const TwinTransactions &store,
                                          const EvaluationSelect &select)
{
    if (store.second == nullptr)
        return std::optional<IdRange>();
    const auto isWhole = goesThroughAll(store.first, select);
    if (!isWhole)
        return isWhole.error();
    return *isWhole ? manyIds(store.first) : std::optional<IdRange>();
}

} // namespace

Result<bool> goesThroughAll(const Database &database, const EvaluationSelect &select)
{
    auto plan = database.prepare("EXPLAIN QUERY PLAN " + select.columns + "WHERE "
                                 + select.condition.text + select.order);
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

Status scanEvaluations(TwinTransactions &store, const EvaluationSelect &select,
                       std::stop_token stop, const EachRow &inFirst, const EachRow &inSecond)
{
    const auto ids = idsToHalve(store, select);
    if (!ids)
        return ids.error();
    if (!*ids)
        return readAll(store.first, select, inFirst);
    const std::int64_t middle = (*ids)->first + ((*ids)->last - (*ids)->first) / 2;
    Status second;
    std::jthread other([&] {
        const Interruptible interruptible(*store.second, std::move(stop));
        second = readRange(*store.second, select, {middle + 1, (*ids)->last}, inSecond);
    });
    Status first = readRange(store.first, select, {(*ids)->first, middle}, inFirst);
    other.join();
    return first ? std::move(second) : std::move(first);
}

} // namespace loupe
