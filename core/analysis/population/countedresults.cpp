// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/countedresults.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <unordered_map>
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

namespace {

template <typename Key>
std::vector<ValueCount> countedBy(std::span<const MetricRow> rows, const auto &keyOf,
                                  const auto &textOf)
{
    std::unordered_map<Key, std::int64_t> counts;
    for (const MetricRow *row : resultsAmong(rows))
        ++counts[keyOf(*row)];
    std::vector<ValueCount> out;
    out.reserve(counts.size());
    for (const auto &[key, count] : counts)
        out.push_back({textOf(key), count});
    std::ranges::sort(out, [](const ValueCount &a, const ValueCount &b) {
        return a.count != b.count ? a.count > b.count : a.value < b.value;
    });
    return out;
}

std::vector<ValueCount> countedNames(std::span<const MetricRow> rows, Name MetricRow::*part)
{
    return countedBy<Name>(
        rows, [part](const MetricRow &row) { return row.*part; },
        [](Name value) { return value.text(); });
}

} // namespace

std::vector<ValueCount> valueCounts(std::span<const MetricRow> rows, std::string_view field)
{
    if (field == "status")
        return countedBy<Outcome>(
            rows, [](const MetricRow &row) { return outcomeOf(row.verdict); },
            [](Outcome outcome) { return std::string(name(outcome)); });
    if (field == "round")
        return countedBy<int>(
            rows, [](const MetricRow &row) { return row.round; },
            [](int round) { return std::to_string(round); });
    if (field == "level") {
        static constexpr int none = std::numeric_limits<int>::min();
        return countedBy<int>(
            rows, [](const MetricRow &row) { return row.level.value_or(none); },
            [](int level) { return level == none ? std::string() : std::to_string(level); });
    }
    if (field == "category")
        return countedNames(rows, &MetricRow::category);
    if (field == "method")
        return countedNames(rows, &MetricRow::method);
    if (field == "device")
        return countedNames(rows, &MetricRow::device);
    return {};
}

} // namespace loupe
