// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/orderedids.h"

#include <algorithm>

namespace loupe {

namespace {

struct SortColumn {
    SortKey key;
    const char *joins;
    const char *column;
    /// a table joined first, so that an index yields the order without a sort
    const char *outer = "";
};

constexpr SortColumn sortColumns[] = {
    {SortKey::Category, "", "e.category"},
    {SortKey::Verdict, "ON e.verdict = v.id ", "v.position", "verdict v CROSS JOIN "},
    {SortKey::Speedup, "", "e.speedup"},
    {SortKey::CandidateMs, "", "e.candidate_ms"},
};

} // namespace

std::string idsSql(const SqlCondition &condition, SortOrder order)
{
    const SortColumn &sort = *std::ranges::find(sortColumns, order.key, &SortColumn::key);
    std::string sql = std::string("SELECT e.id FROM ") + sort.outer + "evaluation e " + sort.joins
        + "WHERE " + condition.text;
    sql += " ORDER BY ";
    sql += sort.column;
    sql += order.descending ? " DESC NULLS LAST" : " NULLS LAST";
    return sql + ", e.id";
}

} // namespace loupe
