// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/countedresults.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <unordered_set>

namespace loupe {

namespace {

/// Returns true if no row can repeat another. Rows over one baseline are in the order of their ids.
bool areAscending(std::span<const MetricRow> rows)
{
    return std::ranges::adjacent_find(rows, std::greater_equal(), &MetricRow::id) == rows.end();
}

} // namespace

std::vector<const MetricRow *> resultsAmong(std::span<const MetricRow> rows)
{
    std::vector<const MetricRow *> out;
    out.reserve(rows.size());
    const bool mayRepeat = !areAscending(rows);
    std::unordered_set<std::int64_t> seen;
    for (const MetricRow &row : rows) {
        if (!mayRepeat || !row.id || seen.insert(row.id.value).second)
            out.push_back(&row);
    }
    return out;
}

std::size_t countResults(std::span<const MetricRow> rows)
{
    if (std::ranges::adjacent_find(rows, std::greater(), &MetricRow::id) != rows.end())
        return resultsAmong(rows).size();
    // Rows that repeat one lie beside it.
    std::size_t repeated = 0;
    for (std::size_t i = 1; i < rows.size(); ++i)
        repeated += rows[i].id && rows[i].id == rows[i - 1].id ? 1 : 0;
    return rows.size() - repeated;
}

} // namespace loupe
