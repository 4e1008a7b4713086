// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/suitespeedups.h"

#include "core/analysis/grouping.h"
#include "core/analysis/ratetable.h"

#include <map>
#include <utility>

namespace loupe::cli {

namespace {

struct Members {
    std::vector<SuiteRow> attempts;
    std::vector<MetricRow> rows;
};

Status add(StoreReader &reader, SpeedupRule rule, const MetricRow &row, Members &members)
{
    SuiteRow attempt;
    attempt.attempt = row.run + "\n" + row.method + "\n" + row.task;
    attempt.sample = row.sample;
    attempt.round = row.round;
    const Outcome outcome = outcomeOf(row.verdict);
    attempt.correct = outcome == Outcome::Correct;
    attempt.judged = attempt.correct || isFailure(outcome);
    if (attempt.correct) {
        const auto detail = reader.detail(row.id);
        if (!detail)
            return detail.error();
        const ChosenTimes times = chooseTimes(detail->evaluation.timings);
        attempt.measured = suiteSpeedup(rule, times.cases);
        attempt.isOtherClock = !times.isSuitesClock;
    }
    members.attempts.push_back(std::move(attempt));
    members.rows.push_back(row);
    return {};
}

} // namespace

Result<std::vector<SuiteSpeedupGroup>>
suiteSpeedups(StoreReader &reader, std::span<const MetricRow> rows, GroupBy groupBy)
{
    std::map<std::pair<std::string, std::string>, Members> groups;
    for (const MetricRow &row : rows) {
        const auto rule = speedupRuleOf(row.suite);
        if (!rule)
            continue;
        Members &members = groups[{row.suite, groupName(row, groupBy)}];
        if (Status added = add(reader, *rule, row, members); !added)
            return added.error();
    }
    std::vector<SuiteSpeedupGroup> out;
    for (const auto &[key, members] : groups) {
        SuiteSpeedupGroup &group = out.emplace_back();
        group.suite = key.first;
        group.group = key.second;
        group.rule = *speedupRuleOf(key.first);
        group.aggregate = aggregate(group.rule, members.attempts);
        group.ourGeometricMean = rateTable(members.rows, GroupBy::All).back().geometricMeanSpeedup;
    }
    return out;
}

Json toJson(const SuiteSpeedupGroup &group)
{
    const SuiteAggregate &counts = group.aggregate;
    Json figures = Json::object();
    for (const SuiteFigure &figure : counts.figures)
        figures[figure.name] = orNull(figure.value);
    return {{"suite", group.suite},
            {"group", group.group},
            {"definition", definition(group.rule)},
            {"figures", figures},
            {"our_geometric_mean", orNull(group.ourGeometricMean)},
            {"tasks", counts.tasks},
            {"correct", counts.correct},
            {"measured", counts.measured},
            {"dropped", counts.dropped},
            {"missing", counts.missing},
            {"other_clock", counts.otherClock},
            {"not_counted", counts.notCounted}};
}

} // namespace loupe::cli
