// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/comparedbaselines.h"

#include "core/analysis/population/populationtext.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace loupe {

namespace {

/// Returns a heading that names the conditions of the block, except the baseline.
std::string headingOverBaselines(const Population &block)
{
    Population named(block.scope(), {}, {});
    std::ranges::copy_if(
        block.conditions, std::back_inserter(named.conditions),
        [](const PopulationCondition &each) { return each.condition != GroupBy::Baseline; });
    return headingOf(named);
}

void addCompared(const Population &block, const std::vector<MetricRow> &rows,
                 std::vector<ComparedBaselines> &out)
{
    Scope scope = block.scope();
    scope.rules.erase(GroupBy::Baseline);
    if (std::ranges::find(out, scope, &ComparedBaselines::scope) != out.end())
        return;
    FasterThanAll over = fasterThanAll(cellsOverEach(rows, block));
    if (over.hasSeveral())
        out.push_back({std::move(scope), headingOverBaselines(block), std::move(over)});
}

bool isSplitRule(const std::pair<const GroupBy, ConditionRule> &rule)
{
    return rule.first != GroupBy::Baseline && rule.second.kind == ConditionRule::Kind::Split;
}

} // namespace

bool isSplit(const Scope &scope)
{
    return std::ranges::any_of(scope.rules, isSplitRule);
}

std::vector<ComparedBaselines> comparedBaselines(std::span<const Population> blocks,
                                                 const std::vector<MetricRow> &rows)
{
    std::vector<ComparedBaselines> out;
    bool areNamed = blocks.size() > 1;
    for (const Population &block : blocks) {
        Scope scope = block.scope();
        if (std::erase_if(scope.rules, isSplitRule) == 0) {
            addCompared(block, rows, out);
            continue;
        }
        areNamed = true;
        for (const Population &one : blocksOf(rows, scope))
            addCompared(one, rows, out);
    }
    if (!areNamed) {
        for (ComparedBaselines &each : out)
            each.heading.clear();
    }
    return out;
}

} // namespace loupe
