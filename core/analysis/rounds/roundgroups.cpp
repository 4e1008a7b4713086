// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rounds/roundgroups.h"

#include "core/analysis/population/methodbaseline.h"
#include "core/analysis/population/population.h"
#include "core/analysis/population/scopedpairs.h"
#include "core/analysis/rows/trajectories.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <unordered_map>
#include <utility>

namespace loupe {

namespace {

bool isApart(const ConditionRule &rule)
{
    return rule.kind == ConditionRule::Kind::Split || rule.kind == ConditionRule::Kind::Pool;
}

std::vector<MetricRow> allOf(RowParts &parts)
{
    std::vector<MetricRow> out;
    for (std::size_t i = 0; i < parts.count(); ++i)
        std::ranges::move(parts.part(i), std::back_inserter(out));
    return out;
}

/// Describes the condition values that distinguish the block from other blocks.
std::string conditionsText(const Population &block, const Scope &asked)
{
    std::string out;
    for (const PopulationCondition &each : block.conditions) {
        if (isApart(asked.rule(each.condition)) && each.condition != GroupBy::Suite
            && !each.value.empty())
            out += ", " + each.value;
    }
    return out;
}

/// Returns the rows of each method, in the order of their first row.
std::vector<std::vector<MetricRow>> byMethod(std::span<const MetricRow> rows)
{
    std::unordered_map<Name, std::size_t> places;
    std::vector<std::vector<MetricRow>> out;
    for (const MetricRow &row : rows) {
        const auto [place, isNew] = places.try_emplace(row.method, out.size());
        if (isNew)
            out.emplace_back();
        out[place->second].push_back(row);
    }
    return out;
}

Scope scopeOfBlock(const Population &block, const Scope &asked)
{
    Scope out = asked;
    out.choice = {};
    for (const PopulationCondition &each : block.conditions) {
        const bool isOfMethod = each.condition == GroupBy::Baseline && baselineMethod(asked);
        if (!each.value.empty() && !isOfMethod)
            out.rules[each.condition] = {ConditionRule::Kind::Only, each.value};
    }
    return out;
}

} // namespace

bool hasConditionsApart(const Scope &scope)
{
    return std::ranges::any_of(scope.rules, isApart,
                               &std::pair<const GroupBy, ConditionRule>::second);
}

std::vector<RoundGroup> roundGroups(RowParts &rows, const Scope &scope)
{
    Scope apart = scope;
    apart.choice = {};
    std::erase_if(apart.rules, [](const auto &entry) { return isApart(entry.second); });
    std::vector<Population> blocks;
    if (!hasConditionsApart(scope))
        blocks.push_back(populationOf(rows, apart)); // Largest rules stay
    else
        blocks = blocksOf(allOf(rows), apart);
    TrajectoryRules refined;
    refined.refinedOnly = true;
    std::vector<RoundGroup> out;
    for (const Population &block : blocks) {
        for (std::vector<MetricRow> &own : byMethod(countedSamples(block))) {
            const std::size_t count = trajectoriesOf(own, refined).size();
            if (count == 0)
                continue;
            RoundGroup group{own.front().method.text() + " on " + own.front().suite.text()
                                 + conditionsText(block, scope),
                             own.front().method,
                             scopeOfBlock(block, scope),
                             {},
                             count};
            group.rows = std::move(own);
            out.push_back(std::move(group));
        }
    }
    std::ranges::stable_sort(out, std::greater(), &RoundGroup::trajectories);
    return out;
}

TrajectoryCohort joinedCohort(const std::vector<RoundGroup> &groups)
{
    TrajectoryCohort out;
    std::set<int> rounds;
    for (const RoundGroup &group : groups) {
        TrajectoryCohort part = trajectoryCohort(group.rows);
        rounds.insert(part.rounds.begin(), part.rounds.end());
        std::ranges::move(part.stories, std::back_inserter(out.stories));
        for (std::size_t kind = 0; kind < storyKinds; ++kind)
            out.counts[kind] += part.counts[kind];
        out.complete += part.complete;
        out.single += part.single;
    }
    out.rounds.assign(rounds.begin(), rounds.end());
    return out;
}

} // namespace loupe
