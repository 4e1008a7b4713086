// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/sharedscope.h"

#include "core/analysis/population/conditionvalues.h"
#include "core/model/record/recordedname.h"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace loupe {

namespace {

using SideRows = std::vector<const MetricRow *>;

SideRows pointersTo(std::span<const MetricRow> rows)
{
    SideRows out;
    out.reserve(rows.size());
    for (const MetricRow &row : rows)
        out.push_back(&row);
    return out;
}

bool isOfOutcomes(GroupBy condition)
{
    return condition == GroupBy::Suite || condition == GroupBy::Protocol;
}

/// Returns the recorded values with their number of results. For conditions of measurements (device
/// and the like), only timed results count.
std::map<Name, std::size_t> valuesOf(const SideRows &rows, GroupBy condition)
{
    std::map<Name, std::size_t> out;
    for (const MetricRow *row : rows) {
        const Name value = conditionOf(*row, condition);
        const bool isMeasured = row->speedup || row->candidateMs;
        if (isRecordedName(value.text()) && (isMeasured || isOfOutcomes(condition)))
            ++out[value];
    }
    return out;
}

void keep(SideRows &rows, GroupBy condition, Name value)
{
    std::erase_if(rows, [&](const MetricRow *row) {
        const Name own = conditionOf(*row, condition);
        return own != value && isRecordedName(own.text());
    });
}

/// Returns the shared value with the most results, or an empty name if there is none. On a tie,
/// plain execution of the reference wins, as in every population.
Name topShared(const std::map<Name, std::size_t> &first, const std::map<Name, std::size_t> &second)
{
    Name best;
    std::pair<std::size_t, bool> most;
    for (const auto &[value, count] : first) {
        const auto other = second.find(value);
        if (other == second.end())
            continue;
        const std::pair<std::size_t, bool> rank(count + other->second, value == "eager");
        if (rank > most) {
            most = rank;
            best = value;
        }
    }
    return best;
}

bool isFixed(const Scope &scope, GroupBy condition)
{
    return scope.rule(condition).kind == ConditionRule::Kind::Only;
}

} // namespace

void shareConditions(ScopedRows &first, ScopedRows &second)
{
    SideRows left = pointersTo(first.rows);
    SideRows right = pointersTo(second.rows);
    for (const GroupBy condition : scopeConditions) {
        const bool isChosen = isFixed(first.scope, condition) || isFixed(second.scope, condition);
        if (!isChosen) {
            first.scope.rules.erase(condition);
            second.scope.rules.erase(condition);
            const auto ofFirst = valuesOf(left, condition);
            const auto ofSecond = valuesOf(right, condition);
            const Name shared = topShared(ofFirst, ofSecond);
            if (!shared.empty() && (ofFirst.size() > 1 || ofSecond.size() > 1)) {
                const ConditionRule only{ConditionRule::Kind::Only, shared.text()};
                first.scope.rules[condition] = only;
                second.scope.rules[condition] = only;
            }
        }
        if (isFixed(first.scope, condition))
            keep(left, condition, Name(first.scope.rule(condition).value));
        if (isFixed(second.scope, condition))
            keep(right, condition, Name(second.scope.rule(condition).value));
    }
}

} // namespace loupe
