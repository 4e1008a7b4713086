// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/mixture.h"

#include "core/analysis/rows/grouping.h"
#include "core/base/groupeddigits.h"

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

/// "A, B and C".
std::string listed(const std::vector<std::string> &parts)
{
    std::string out;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0)
            out += i + 1 == parts.size() ? " and " : ", ";
        out += parts[i];
    }
    return out;
}

std::string counts(const Mixture &mixture)
{
    std::vector<std::string> parts;
    parts.reserve(mixture.conditions.size());
    for (const PopulationCondition &each : mixture.conditions)
        parts.push_back(fmt::format("{} {}s", each.values.size(), name(each.condition)));
    return listed(parts);
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
            out.leftOut += each.count;
    }
    return out;
}

std::string reasonOf(const Mixture &mixture)
{
    return mixture.isPooled ? counts(mixture) + " are counted together:"
                            : fmt::format("This scope holds {}:", counts(mixture));
}

std::string consequenceOf(const Mixture &mixture)
{
    if (mixture.isPooled)
        return "numbers are over all of them, as if they were one.";
    const bool isOne = mixture.conditions.size() == 1;
    std::vector<std::string> values;
    values.reserve(mixture.conditions.size());
    for (const PopulationCondition &each : mixture.conditions) // a suite and its rules share a name
        values.push_back(isOne ? each.value
                               : fmt::format("the {} {}", name(each.condition), each.value));
    std::string out = isOne ? fmt::format("only {} is counted", values.front())
                            : fmt::format("only {} are counted", listed(values));
    out += isOne ? ", the one with the most results" : ", those with the most results";
    if (mixture.leftOut == 0)
        return out + ".";
    return fmt::format("{}; {} result{} of others {} left out.", out,
                       groupedDigits(static_cast<std::int64_t>(mixture.leftOut)),
                       mixture.leftOut == 1 ? "" : "s", mixture.leftOut == 1 ? "is" : "are");
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
        out.rules.erase(GroupBy::Protocol); // which was the strict one
    return out;
}

} // namespace loupe
