// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/rankedids.h"

#include "core/store/read/evaluationscan.h"
#include "core/store/sqlite/byid.h"
#include "core/store/sqlite/rowlisting.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace loupe {

namespace {

/// A column of evaluation, and a query for "id, rank" of what it refers to; none if the column is
/// the rank itself.
struct RankedKey {
    SortKey key;
    const char *column;
    const char *ranks;
    const char *joins = "";
    bool isReal = false; ///< rows without a value come last
};

constexpr std::array<RankedKey, 8> rankedKeys{{
    {SortKey::Task, "e.task_id", "SELECT id, dense_rank() OVER (ORDER BY name) FROM task"},
    {SortKey::Method, "e.method_id", "SELECT id, dense_rank() OVER (ORDER BY name) FROM method"},
    {SortKey::Run, "e.run_id", "SELECT id, dense_rank() OVER (ORDER BY name) FROM run"},
    {SortKey::Device, "e.run_id",
     "SELECT r.id, dense_rank() OVER (ORDER BY n.device_name) FROM run r JOIN environment n ON "
     "n.id = r.environment_id"},
    {SortKey::Sample, "e.sample", nullptr},
    {SortKey::Round, "e.round", nullptr},
    {SortKey::StrictVerdict, "v.position", nullptr, "JOIN verdict v ON v.id = e.strict_verdict "},
    {SortKey::BaselineMs, "e.baseline_ms", nullptr, "", true},
}};

const RankedKey *rankedKey(SortKey key)
{
    const auto *const found = std::ranges::find(rankedKeys, key, &RankedKey::key);
    return found == rankedKeys.end() ? nullptr : found;
}

/// Sort key of a row; within a task, candidates are in trajectory order.
struct RankedRow {
    std::int64_t id = 0;
    std::int64_t rank = 0; ///< complemented for descending order
    int method = 0;
    int sample = 0;
    int round = 0;
};

/// Columns of a row, which differ in type and number by key.
enum RankedColumn : int { idColumn, keyColumn, methodColumn, sampleColumn, roundColumn };

using Ranks = std::optional<ById<int>>;

Result<Ranks> readRanks(Database &database, const char *sql)
{
    if (sql == nullptr)
        return Ranks();
    ById<int> out;
    const Status read = readRows(database, sql, [&](const Statement &row) {
        const auto [id, rank] = readValues<std::int64_t, int>(row);
        out.add(id, rank);
    });
    if (!read)
        return read.error();
    return Ranks(std::move(out));
}

/// Returns an integer that increases with the value.
std::int64_t rankOf(double value)
{
    const auto bits = std::bit_cast<std::int64_t>(value + 0.0); // adding 0.0 turns -0.0 into 0.0
    return bits < 0 ? bits ^ std::numeric_limits<std::int64_t>::max() : bits;
}

/// Returns the rank of the row that column `column` refers to; nullopt if a damaged store lacks it.
std::optional<std::int64_t> rankIn(const Ranks &ranks, const Statement &row, int column)
{
    if (!ranks)
        return row.integer(column);
    const int *rank = ranks->find(row.integer(column));
    return rank == nullptr ? std::nullopt : std::optional<std::int64_t>(*rank);
}

/// Returns the rank in the requested order.
std::optional<std::int64_t> rankOfRow(const RankedKey &key, const Ranks &ranks, bool isDescending,
                                      const Statement &row)
{
    if (key.isReal && row.isNull(keyColumn))
        return std::numeric_limits<std::int64_t>::max();
    const auto rank = key.isReal ? rankOf(row.real(keyColumn)) : rankIn(ranks, row, keyColumn);
    return rank && isDescending ? ~*rank : rank;
}

} // namespace

bool isRanked(SortKey key)
{
    return rankedKey(key) != nullptr;
}

Result<std::vector<RowId>> readRankedIds(TwinTransactions &store, const SqlCondition &condition,
                                         SortOrder order, std::stop_token stop)
{
    const RankedKey &key = *rankedKey(order.key);
    const bool isByTask = order.key == SortKey::Task;
    const auto ranks = readRanks(store.first, key.ranks);
    if (!ranks)
        return ranks.error();
    const auto methods = readRanks(
        store.first, isByTask ? "SELECT id, dense_rank() OVER (ORDER BY id) FROM method" : nullptr);
    if (!methods)
        return methods.error();
    const auto into = [&](std::vector<RankedRow> &rows) {
        return [&rows, &key, &ranks = *ranks, &methods = *methods, isByTask,
                isDescending = order.descending](const Statement &row) {
            const auto rank = rankOfRow(key, ranks, isDescending, row);
            const auto method
                = isByTask ? rankIn(methods, row, methodColumn) : std::optional<std::int64_t>(0);
            if (!rank || !method)
                return;
            rows.push_back({row.integer(idColumn), *rank, static_cast<int>(*method),
                            isByTask ? row.smallInteger(sampleColumn) : 0,
                            isByTask ? row.smallInteger(roundColumn) : 0});
        };
    };
    std::vector<RankedRow> rows;
    std::vector<RankedRow> rest;
    const std::string columns
        = std::string("e.id, ") + key.column + (isByTask ? ", e.method_id, e.sample, e.round" : "");
    const Status read = scanEvaluations(store, {columns, key.joins, condition, {}}, std::move(stop),
                                        into(rows), into(rest));
    if (!read)
        return read.error();
    rows.insert(rows.end(), rest.begin(), rest.end());
    std::ranges::sort(rows, {}, [](const RankedRow &row) {
        return std::tuple(row.rank, row.method, row.sample, row.round, row.id);
    });
    std::vector<RowId> out;
    out.reserve(rows.size());
    for (const RankedRow &row : rows)
        out.push_back(RowId{row.id});
    return out;
}

} // namespace loupe
