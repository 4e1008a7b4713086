// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/mixture.h"

#include "core/analysis/rows/grouping.h"
#include "core/base/counted.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

std::vector<PopulationCondition> conditionsIn(const Population &population,
                                              PopulationCondition::State state)
{
    std::vector<PopulationCondition> out;
    std::ranges::copy_if(population.conditions, std::back_inserter(out),
                         [&](const PopulationCondition &each) { return each.state == state; });
    return out;
}

std::string counts(const Mixture &mixture)
{
    std::vector<std::string> parts;
    parts.reserve(mixture.conditions.size());
    for (const PopulationCondition &each : mixture.conditions)
        parts.push_back(counted(each.values.size(), label(each.condition)));
    return fmt::format("{}", fmt::join(parts, ", "));
}

} // namespace

Mixture mixtureOf(const Population &population)
{
    Mixture out;
    out.conditions = conditionsIn(population, PopulationCondition::State::Pooled);
    out.isPooled = !out.conditions.empty();
    if (out.isPooled)
        return out;
    out.conditions = conditionsIn(population, PopulationCondition::State::Largest);
    for (const LeftOutObservations &each : population.leftOut) {
        const bool isOfThese
            = std::ranges::find(out.conditions, each.condition, &PopulationCondition::condition)
            != out.conditions.end();
        if (isOfThese && each.reason == LeftOutReason::OtherValue)
            (each.condition == GroupBy::Baseline ? out.otherSpeedups : out.leftOut) += each.count;
    }
    return out;
}

std::string reasonOf(const Mixture &mixture)
{
    return fmt::format("{}: {}.", mixture.isPooled ? "Pooled" : "Mixed", counts(mixture));
}

std::string consequenceOf(const Mixture &mixture)
{
    if (mixture.isPooled)
        return "The numbers are over all of them together.";
    std::vector<std::string> values;
    values.reserve(mixture.conditions.size());
    for (const PopulationCondition &each :
         mixture.conditions) // names the condition, because a suite and its rules may share a name
        values.push_back(mixture.conditions.size() == 1
                             ? each.value
                             : fmt::format("{} {}", label(each.condition), each.value));
    std::vector<std::string> excluded;
    if (mixture.leftOut > 0)
        excluded.push_back(counted(mixture.leftOut, "other result"));
    if (mixture.otherSpeedups > 0)
        excluded.push_back(counted(mixture.otherSpeedups, "other speedup"));
    const std::string out = fmt::format("Shown: {}", fmt::join(values, ", "));
    if (excluded.empty())
        return out + ".";
    return fmt::format("{}; {} excluded.", out, fmt::join(excluded, " and "));
}

Scope settledScope(const Population &population)
{
    Scope out = population.scope();
    for (const PopulationCondition &each : population.conditions) {
        if (each.state == PopulationCondition::State::Largest)
            out.rules[each.condition] = {ConditionRule::Kind::Only, each.value};
    }
    return out;
}

Scope observationScope(const Population &population)
{
    Scope out = settledScope(population);
    out.choice = {};
    out.includeWithheld = true;
    return out;
}

Scope runVerdictScope(const Population &population)
{
    Scope out = settledScope(population);
    if (std::exchange(out.verdict, CountedVerdict::OfRun) == CountedVerdict::Strict)
        out.rules.erase(GroupBy::Protocol); // the rule selected the strict protocol
    return out;
}

} // namespace loupe
