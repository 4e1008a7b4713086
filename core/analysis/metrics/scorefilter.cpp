// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/scorefilter.h"

#include "core/analysis/rows/grouping.h"
#include "core/model/saved/filteredit.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// Converts a group's name to a value of the filter.
std::string valueOf(const std::string &group)
{
    return group == "(none)" ? "none" : group;
}

/// Adds the terms for some outcomes. `status` refers to the verdicts of the runs, so strict ones
/// are listed one by one.
Filter withOutcomes(Filter filter, const Scope &scope, std::initializer_list<Outcome> outcomes)
{
    const auto isAmong
        = [&](Outcome outcome) { return std::ranges::find(outcomes, outcome) != outcomes.end(); };
    const bool hasCorrect = isAmong(Outcome::Correct);
    const bool hasFlagged = isAmong(Outcome::Flagged);
    std::vector<std::string> values;
    if (scope.verdict == CountedVerdict::Strict) {
        for (const VerdictFacts &each : allVerdicts()) {
            const bool isCorrect = each.outcome == Outcome::Correct;
            if (isCorrect ? hasCorrect || hasFlagged : isAmong(each.outcome))
                values.emplace_back(each.id);
        }
        filter = narrowedTo(std::move(filter), "strict", std::move(values));
        if (hasCorrect != hasFlagged && !scope.includeWithheld)
            filter = narrowedTo(std::move(filter), "flagged", {hasFlagged ? "yes" : "no"});
        return filter;
    }
    for (const Outcome outcome : outcomes)
        values.emplace_back(name(outcome));
    if (scope.includeWithheld && hasCorrect && !hasFlagged)
        values.emplace_back(name(Outcome::Flagged));
    return narrowedTo(std::move(filter), "status", std::move(values));
}

Filter withSpeedup(Filter filter, FilterOp comparison, const char *value)
{
    filter.terms.push_back({"speedup", comparison, {value}, false, 0});
    return filter;
}

} // namespace

Filter seriesFilter(Filter filter, const ScoreRow &row)
{
    filter = narrowedTo(std::move(filter), "method", {valueOf(row.method)});
    for (const auto &[condition, group] : row.conditions) {
        std::vector<std::string> values{valueOf(group)};
        if (condition == GroupBy::Baseline && values.front() != "none")
            values.emplace_back("none"); // Failures record no baseline, and belong to each.
        filter = narrowedTo(std::move(filter), std::string(name(condition)), std::move(values));
    }
    return filter;
}

Filter scoreFilter(Filter filter, const Scope &scope, ScoreNumber number)
{
    switch (number) {
    case ScoreNumber::Attempted:
        break;
    case ScoreNumber::Built:
        return withOutcomes(
            std::move(filter), scope,
            {Outcome::Correct, Outcome::Flagged, Outcome::Wrong, Outcome::Crash, Outcome::Timeout});
    case ScoreNumber::Correct:
        return withOutcomes(std::move(filter), scope, {Outcome::Correct});
    case ScoreNumber::Faster:
        return outcomeFilter(std::move(filter), scope, CellOutcome::CorrectFaster);
    case ScoreNumber::Timed:
        return withSpeedup(withOutcomes(std::move(filter), scope, {Outcome::Correct}),
                           FilterOp::Greater, "0");
    }
    return filter;
}

Filter outcomeFilter(Filter filter, const Scope &scope, CellOutcome outcome)
{
    const auto correct = [&] { return withOutcomes(std::move(filter), scope, {Outcome::Correct}); };
    switch (outcome) {
    case CellOutcome::CorrectFaster:
        return withSpeedup(correct(), FilterOp::Greater, "1");
    case CellOutcome::CorrectSlower:
        return withSpeedup(correct(), FilterOp::LessOrEqual, "1");
    case CellOutcome::CorrectUntimed:
        return withSpeedup(correct(), FilterOp::Is, "none");
    case CellOutcome::Flagged:
        return withOutcomes(std::move(filter), scope, {Outcome::Flagged});
    case CellOutcome::Wrong:
        return withOutcomes(std::move(filter), scope, {Outcome::Wrong});
    case CellOutcome::Crash:
        return withOutcomes(std::move(filter), scope, {Outcome::Crash});
    case CellOutcome::NoBuild:
        return withOutcomes(std::move(filter), scope, {Outcome::NoBuild});
    case CellOutcome::Timeout:
        return withOutcomes(std::move(filter), scope, {Outcome::Timeout});
    case CellOutcome::NotJudged:
        break;
    }
    return withOutcomes(std::move(filter), scope,
                        {Outcome::Skipped, Outcome::Unknown, Outcome::InfraError});
}

Filter categoryFilter(Filter filter, const CategoryRow &row, bool isLevelled)
{
    if (isLevelled)
        filter = narrowedTo(std::move(filter), "level",
                            {row.levelNumber ? std::to_string(*row.levelNumber) : "none"});
    if (!row.category.empty())
        filter = narrowedTo(std::move(filter), "category", {valueOf(row.category)});
    return filter;
}

} // namespace loupe
