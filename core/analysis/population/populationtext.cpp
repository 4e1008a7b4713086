// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/populationtext.h"

#include "core/analysis/population/countedresults.h"
#include "core/analysis/rows/grouping.h"
#include "core/base/counted.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace loupe {

namespace {

std::string digits(std::size_t count)
{
    return groupedDigits(static_cast<std::int64_t>(count));
}

bool isApart(const PopulationCondition &condition)
{
    using State = PopulationCondition::State;
    return condition.state == State::Split || condition.state == State::Pooled;
}

bool isApart(const Population &population)
{
    return !population.scope().apart.empty()
        || std::ranges::any_of(population.conditions,
                               [](const PopulationCondition &each) { return isApart(each); });
}

/// Returns the size of a population in which each pair counts once over each baseline.
std::string sizeOverBaselines(const PopulationSize &size)
{
    return fmt::format("{} × {} × {}: {} ({})", counted(size.tasks, "task"),
                       counted(size.methods, "method"), counted(size.baselines, "baseline"),
                       counted(size.pairs, "combination"), counted(size.attempts, "attempt"));
}

} // namespace

PopulationSize sizeOf(const Population &population)
{
    const std::size_t all = isApart(population) ? 0 : population.tasks * population.methods;
    const PopulationCondition &baseline = population.condition(GroupBy::Baseline);
    const std::size_t attempts = population.observations().size();
    const std::size_t baselines = isApart(baseline) ? baseline.values.size() : 0;
    return {.tasks = population.tasks,
            .methods = population.methods,
            .pairs = population.cells().size(),
            .allPairs = all,
            .attempts = baselines > 0 ? countResults(population.observations()) : attempts,
            .baselines = baselines};
}

std::string sizeSentence(const Population &population)
{
    const PopulationSize size = sizeOf(population);
    if (size.baselines > 0)
        return sizeOverBaselines(size);
    std::string out
        = fmt::format("{} × {}: ", counted(size.tasks, "task"), counted(size.methods, "method"));
    if (size.pairs < size.allPairs)
        out += fmt::format("{} of {} task × method pairs", digits(size.pairs),
                           digits(size.allPairs));
    else
        out += counted(size.pairs, "task × method pair");
    return out + fmt::format(" ({})", counted(size.attempts, "attempt"));
}

std::string text(const PopulationCondition &condition)
{
    using State = PopulationCondition::State;
    std::string several = counted(condition.values.size(), label(condition.condition));
    switch (condition.state) {
    case State::Split:
        return several + ", split";
    case State::Pooled:
        return several + ", pooled";
    case State::Unasked:
        return several;
    case State::Largest:
        return fmt::format("{} (1 of {})", condition.value, condition.values.size());
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
        if (isApart(each))
            out.push_back(text(each));
        else if (each.state != State::Single && each.state != State::Unasked)
            out.push_back(fmt::format("{}: {}", label(each.condition), text(each)));
    }
    return out;
}

std::string text(const LeftOutObservations &leftOut)
{
    std::string results = counted(leftOut.count, "result");
    const std::string condition = label(leftOut.condition);
    const bool isOne = leftOut.count == 1;
    switch (leftOut.reason) {
    case LeftOutReason::OtherRound:
        return results + (isOne ? " is" : " are") + " of other rounds";
    case LeftOutReason::OtherValue:
        if (leftOut.condition == GroupBy::Baseline)
            return counted(leftOut.count, "speedup") + (isOne ? " is" : " are")
                + " over another baseline";
        return fmt::format("{} {} another {}", results, isOne ? "has" : "have", condition);
    case LeftOutReason::NotRecorded:
        return fmt::format("{} {} not record the {}", results, isOne ? "does" : "do", condition);
    case LeftOutReason::Copy:
        return results + (isOne ? " is" : " are") + " recorded twice";
    case LeftOutReason::Confirmation:
        return results + (isOne ? " repeats" : " repeat") + " another with fresh inputs";
    case LeftOutReason::NoStrictVerdict:
        return results + (isOne ? " has" : " have") + " no strict verdict";
    case LeftOutReason::NoMethodTime:
        return counted(leftOut.count, "timed result") + (isOne ? " has" : " have")
            + " no time of the baseline method to compare with";
    }
    return results;
}

std::string headingOf(const Population &block)
{
    std::vector<std::string> out;
    for (const PopulationCondition &each : block.conditions) {
        if (each.state == PopulationCondition::State::Only && each.hasSeveral())
            out.push_back(fmt::format("{} {}", label(each.condition), each.value));
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

std::string choiceSentence(const Population &population)
{
    if (population.observations().size() <= population.cells().size())
        return {};
    return fmt::format("Each task counts once, with {}.",
                       sentenceOf(population.scope().choice, population.attempts));
}

std::string flaggedSentence(const Population &population)
{
    const auto count = static_cast<std::size_t>(std::ranges::count(
        resultsAmong(population.cells()), Verdict::Flagged, &MetricRow::verdict));
    if (count == 0)
        return {};
    return fmt::format("{} flagged by the audit {} not counted as correct.",
                       counted(count, "result"), count == 1 ? "is" : "are");
}

std::string compositionSentence(const Population &population)
{
    std::map<MadeOf, std::size_t> counts;
    std::size_t correct = 0;
    for (const MetricRow *pair : resultsAmong(population.cells())) {
        if (outcomeOf(pair->verdict) == Outcome::Correct) {
            ++correct;
            ++counts[pair->madeOf];
        }
    }
    if (counts[MadeOf::NotKnown] == correct)
        return {};
    std::vector<std::string> parts;
    for (const MadeOf each :
         {MadeOf::OwnKernels, MadeOf::Mixed, MadeOf::LibraryOnly, MadeOf::NotKnown}) {
        if (counts[each] > 0)
            parts.push_back(fmt::format("{} {}", digits(counts[each]), label(each)));
    }
    return fmt::format("{} correct: {}.", digits(correct), fmt::join(parts, ", "));
}

std::string captionOf(const Population &population)
{
    std::string out = sizeSentence(population) + ".";
    if (const std::string choice = choiceSentence(population); !choice.empty())
        out += " " + choice;
    for (const std::string &each : {compositionSentence(population), flaggedSentence(population)})
        out += each.empty() ? each : " " + each;
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
        out += fmt::format(" Excluded: {}.", fmt::join(left, "; "));
    if (population.severalVersions > 0)
        out += fmt::format(" {} of several versions; each version counts as a task of its own.",
                           counted(population.severalVersions, "task"));
    return out;
}

} // namespace loupe
