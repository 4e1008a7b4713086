// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/suitespeedups.h"

#include "core/analysis/metrics/casereferences.h"
#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/rows/grouping.h"
#include "core/store/read/measuredrows.h"

#include <map>
#include <utility>

namespace loupe::cli {

namespace {

struct Members {
    std::vector<SuiteRow> attempts;
    std::vector<MetricRow> rows;
};

/// Computes a suite's speedup from the stored times of a correct result.
void measure(SpeedupRule rule, const MetricRow &row, const Evaluation &measured,
             const CaseReferences &references, SuiteRow &attempt)
{
    std::vector<TimingSeries> timings = measured.timings;
    const std::string lacking = references.complete(row, timings);
    const ChosenTimes times = chooseTimes(timings);
    attempt.measured = suiteSpeedup(rule, times.cases);
    if (!attempt.measured.speedup && !lacking.empty())
        attempt.measured.absence = lacking;
    attempt.isOtherClock = !times.isSuitesClock;
}

void add(SpeedupRule rule, const MetricRow &row, const Evaluation *measured,
         const CaseReferences &references, Members &members)
{
    SuiteRow attempt;
    attempt.attempt = row.run + "\n" + row.method + "\n" + row.task;
    attempt.sample = row.sample;
    attempt.round = row.round;
    const Outcome outcome = outcomeOf(row.verdict);
    attempt.correct = outcome == Outcome::Correct;
    attempt.judged = attempt.correct || isFailure(outcome);
    if (measured != nullptr)
        measure(rule, row, *measured, references, attempt);
    members.attempts.push_back(std::move(attempt));
    members.rows.push_back(row);
}

} // namespace

Result<std::vector<SuiteSpeedupGroup>> suiteSpeedups(StoreReader &reader,
                                                     std::span<const MetricRow> rows,
                                                     GroupBy groupBy, bool joinBaselines)
{
    std::vector<StoredGoldenRecord> records;
    if (joinBaselines) {
        auto read = reader.goldenRecords({});
        if (!read)
            return std::move(read).error();
        records = std::move(*read);
    }
    const CaseReferences references(records);
    std::map<std::pair<std::string, std::string>, Members> groups;
    const auto isMeasured = [](const MetricRow &row) {
        return speedupRuleOf(row.suite) && outcomeOf(row.verdict) == Outcome::Correct;
    };
    const Status read = forEachMeasured(
        reader, rows, isMeasured, [&](const MetricRow &row, const Evaluation *measured) {
            if (const auto rule = speedupRuleOf(row.suite))
                add(*rule, row, measured, references, groups[{row.suite, groupName(row, groupBy)}]);
        });
    if (!read)
        return read.error();
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
            {"missing_because", counts.absences},
            {"other_clock", counts.otherClock},
            {"not_counted", counts.notCounted}};
}

} // namespace loupe::cli
