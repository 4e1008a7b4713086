// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/populationtext.h"

#include "core/analysis/rows/grouping.h"
#include "core/base/counted.h"
#include "core/base/groupeddigits.h"

#include <algorithm>

#include <fmt/format.h>

namespace loupe {

namespace {

std::string digits(std::size_t count)
{
    return groupedDigits(static_cast<std::int64_t>(count));
}

/// Names of conditions are keys of JSON, too.
std::string words(GroupBy condition)
{
    std::string out(name(condition));
    std::ranges::replace(out, '_', ' ');
    return out;
}

bool isApart(const Population &population)
{
    using State = PopulationCondition::State;
    return !population.scope().apart.empty()
        || std::ranges::any_of(population.conditions, [](const PopulationCondition &each) {
               return each.state == State::Split || each.state == State::Pooled;
           });
}

} // namespace

std::string sizeSentence(const Population &population)
{
    const std::size_t cells = population.cells().size();
    const std::size_t all = population.tasks * population.methods;
    std::string out = fmt::format("{} × {}: ", counted(population.tasks, "task"),
                                  counted(population.methods, "method"));
    if (!isApart(population) && cells < all)
        out += fmt::format("{} of {} cells", digits(cells), digits(all));
    else
        out += counted(cells, "cell");
    return out
        + fmt::format(", each counted once, from {}",
                      counted(population.observations().size(), "result"));
}

std::string text(const PopulationCondition &condition)
{
    using State = PopulationCondition::State;
    std::string several = counted(condition.values.size(), words(condition.condition));
    switch (condition.state) {
    case State::Split:
        return several + ", told apart";
    case State::Pooled:
        return several + ", pooled";
    case State::Unasked:
        return several;
    case State::Largest:
        return fmt::format("{}, one of {}", condition.value, several);
    case State::Only:
    case State::Single:
        break;
    }
    return condition.value.empty() ? "not recorded" : condition.value;
}

std::vector<std::string> conditionSentences(const Population &population)
{
    using State = PopulationCondition::State;
    std::vector<std::string> out;
    if (population.scope().verdict == CountedVerdict::Strict)
        out.emplace_back("strict verdicts");
    for (const PopulationCondition &each : population.conditions) {
        const bool isCounted = each.state == State::Split || each.state == State::Pooled;
        if (isCounted)
            out.push_back(text(each));
        else if (each.state != State::Single && each.state != State::Unasked)
            out.push_back(fmt::format("{} {}", words(each.condition), text(each)));
    }
    return out;
}

std::string text(const LeftOutObservations &leftOut)
{
    std::string count = digits(leftOut.count);
    const std::string condition = words(leftOut.condition);
    switch (leftOut.reason) {
    case LeftOutReason::Withheld:
        return count + " with a proof or an open suspicion";
    case LeftOutReason::OtherRound:
        return count + " of other rounds";
    case LeftOutReason::OtherValue:
        return fmt::format("{} of another {}", count, condition);
    case LeftOutReason::NotRecorded:
        return fmt::format("{} that do not say their {}", count, condition);
    case LeftOutReason::Copy:
        return count + " recorded twice";
    case LeftOutReason::Confirmation:
        return count + " that repeat a result with fresh inputs";
    case LeftOutReason::NoStrictVerdict:
        return count + " without a strict verdict";
    }
    return count;
}

std::string headingOf(const Population &block)
{
    std::vector<std::string> out;
    for (const PopulationCondition &each : block.conditions) {
        if (each.state == PopulationCondition::State::Only && each.hasSeveral())
            out.push_back(fmt::format("{} {}", words(each.condition), each.value));
    }
    return fmt::format("{}", fmt::join(out, ", "));
}

std::vector<std::string> joinSentences(const Population &population)
{
    std::vector<std::string> out;
    for (const JoinedBaseline &each : population.joined.from)
        out.push_back(fmt::format("{} over reference times of {} ({})",
                                  counted(each.results, "speedup"), each.run, each.baseline));
    if (population.joined.disputed > 0)
        out.push_back(fmt::format("{} not joined, because reference times disagree",
                                  counted(population.joined.disputed, "result")));
    return out;
}

std::string captionOf(const Population &population)
{
    std::string out = sizeSentence(population) + ".";
    if (population.observations().size() > population.cells().size())
        out += fmt::format(" Of several attempts {} speaks.",
                           sentenceOf(population.scope().choice));
    const std::vector<std::string> chosen = conditionSentences(population);
    if (!chosen.empty())
        out += fmt::format(" Conditions: {}.", fmt::join(chosen, "; "));
    const std::vector<std::string> joined = joinSentences(population);
    if (!joined.empty())
        out += fmt::format(" Joined: {}.", fmt::join(joined, "; "));
    std::vector<std::string> left;
    for (const LeftOutObservations &each : population.leftOut)
        left.push_back(text(each));
    if (!left.empty())
        out += fmt::format(" Left out: {}.", fmt::join(left, "; "));
    if (population.severalVersions > 0)
        out += fmt::format(" {} of several versions, each version a task of its own.",
                           counted(population.severalVersions, "task"));
    return out;
}

} // namespace loupe
