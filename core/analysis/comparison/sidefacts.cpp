// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/sidefacts.h"

#include "core/analysis/population/conditionvalues.h"
#include "core/analysis/rows/grouping.h"
#include "core/base/counted.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

using Values = std::set<Name>;
using State = SideFact::State;

Name valueOf(const MetricRow &row, GroupBy dimension)
{
    return dimension == GroupBy::Method ? row.method : conditionOf(row, dimension);
}

Values valuesOf(const Population &population, GroupBy dimension)
{
    Values out;
    for (const MetricRow &row : population.cells()) {
        const Name value = valueOf(row, dimension);
        const bool matters = dimension != GroupBy::Baseline || row.speedup.has_value();
        if (matters && isRecordedName(value.text()))
            out.insert(value);
    }
    return out;
}

std::string textOf(const Values &values, GroupBy dimension)
{
    if (values.empty())
        return "not recorded";
    if (values.size() == 1)
        return values.begin()->text();
    return fmt::format("{} {}s", values.size(), name(dimension));
}

std::string titleOf(GroupBy dimension)
{
    std::string out(name(dimension));
    out.front() = static_cast<char>(out.front() - 'a' + 'A');
    return out;
}

SideFact conditionFact(GroupBy dimension, const Values &first, const Values &second,
                       const std::set<GroupBy> &compared, const std::vector<GroupBy> &conditions)
{
    SideFact out{titleOf(dimension), textOf(first, dimension), textOf(second, dimension),
                 State::Compared};
    const bool isAlike = first == second || first.empty() || second.empty();
    const bool mustBeEqual = std::ranges::find(conditions, dimension) != conditions.end();
    if (isAlike)
        out.state = State::Same;
    else if (mustBeEqual && (!compared.contains(dimension) || dimension == GroupBy::Baseline))
        out.state = State::Differs;
    return out;
}

struct SideCounts {
    std::int64_t judged = 0;
    std::int64_t correct = 0;
    std::int64_t withSpeedup = 0;
    std::int64_t withTime = 0;
};

SideCounts countsOf(const Population &population)
{
    SideCounts out;
    for (const MetricRow &row : population.cells()) {
        const Outcome outcome = outcomeOf(row.verdict);
        out.judged += isJudged(outcome) ? 1 : 0;
        if (outcome != Outcome::Correct)
            continue;
        ++out.correct;
        out.withSpeedup += usableSpeedup(row) ? 1 : 0;
        out.withTime += isUsableTime(row.candidateMs) ? 1 : 0;
    }
    return out;
}

/// Returns true if the filter of a side selects a device.
bool asksForDevice(const ComparedSide &side)
{
    const auto filter = parseFilter(side.value);
    return side.kind == SideKind::Filter && filter
        && std::ranges::any_of(filter->terms, [](const FilterTerm &term) {
               return term.field == "device" && !term.negated;
           });
}

std::string countText(std::int64_t count, std::int64_t of, std::string_view what)
{
    return count == 0 ? "not recorded"
                      : fmt::format("{} of {}{}", groupedDigits(count), groupedDigits(of), what);
}

} // namespace

std::set<GroupBy> comparedDimensions(const ComparedSide &first, const ComparedSide &second)
{
    std::set<GroupBy> out{GroupBy::Method, GroupBy::Precision};
    if (asksForDevice(first) && asksForDevice(second))
        out.insert(GroupBy::Device);
    for (const ComparedSide *side : {&first, &second}) {
        if (const auto dimension = dimensionOf(side->kind))
            out.insert(*dimension);
        if (side->kind == SideKind::Run)
            out.insert(GroupBy::Device);
    }
    return out;
}

std::vector<SideFact> sideFacts(const Population &first, const Population &second,
                                const std::set<GroupBy> &compared, SpeedMeasure measure)
{
    constexpr std::array dimensions{GroupBy::Suite,    GroupBy::Method,   GroupBy::Device,
                                    GroupBy::Baseline, GroupBy::Protocol, GroupBy::Precision};
    const std::vector<GroupBy> conditions
        = conditionsOf(measure, compared.contains(GroupBy::Device));
    std::vector<SideFact> out;
    out.reserve(dimensions.size() + 3);
    for (const GroupBy dimension : dimensions)
        out.push_back(conditionFact(dimension, valuesOf(first, dimension),
                                    valuesOf(second, dimension), compared, conditions));
    const SideCounts a = countsOf(first);
    const SideCounts b = countsOf(second);
    const auto add = [&](std::string what, std::string left, std::string right) {
        const State state = left == right ? State::Same : State::Compared;
        out.push_back({std::move(what), std::move(left), std::move(right), state});
    };
    add("Correct", countText(a.correct, a.judged, ""), countText(b.correct, b.judged, ""));
    add("Speedups", countText(a.withSpeedup, a.correct, " correct"),
        countText(b.withSpeedup, b.correct, " correct"));
    add("Kernel times in ms", countText(a.withTime, a.correct, " correct"),
        countText(b.withTime, b.correct, " correct"));
    return out;
}

namespace {

std::string textOf(const ScopeOverride &each)
{
    return each.first == each.second
        ? fmt::format("{} {}, for {}", each.what, each.first, each.around)
        : fmt::format("{} {} (A) and {} (B), for {}", each.what, each.first, each.second,
                      each.around);
}

} // namespace

std::vector<ScopeOverride> scopeOverrides(const Population &first, const Population &second,
                                          const Population &around)
{
    std::vector<ScopeOverride> out;
    const auto add = [&](ScopeOverride each) {
        const bool isFollowed = each.first == each.around && each.second == each.around;
        if (!isFollowed && !each.first.empty() && !each.second.empty() && !each.around.empty())
            out.push_back(std::move(each));
    };
    for (const GroupBy condition : scopeConditions)
        add({label(condition), first.condition(condition).value, second.condition(condition).value,
             around.condition(condition).value});
    const auto choiceOf = [](const Population &population) {
        return sentenceOf(population.scope().choice, {.hasRounds = true});
    };
    add({"attempt", choiceOf(first), choiceOf(second), choiceOf(around)});
    return out;
}

std::string text(const std::vector<ScopeOverride> &overrides)
{
    if (overrides.empty())
        return {};
    std::vector<std::string> parts;
    parts.reserve(overrides.size());
    for (const ScopeOverride &each : overrides)
        parts.push_back(textOf(each));
    return fmt::format("Instead of the scope: {}.", fmt::join(parts, "; "));
}

} // namespace loupe
