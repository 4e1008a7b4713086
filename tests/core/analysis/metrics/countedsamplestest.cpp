// SPDX-License-Identifier: Apache-2.0
// Tests that figures by sample count a pair as often as the table of rates does: once.
#include "core/analysis/metrics/figuretable.h"
#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/population/population.h"
#include "core/analysis/rounds/roundtable.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {
namespace {

MetricRow rowOf(std::int64_t id, const char *run, const char *task, Verdict verdict)
{
    MetricRow out;
    out.id = {id};
    out.suite = "suite";
    out.run = run;
    out.device = "A100";
    out.task = task;
    out.method = "m";
    out.verdict = verdict;
    return out;
}

MetricRow fastRow(std::int64_t id, const char *run, const char *baseline)
{
    MetricRow out = rowOf(id, run, "a", Verdict::Correct);
    out.baseline = baseline;
    out.candidateMs = 1.0;
    out.baselineMs = 2.0;
    out.speedup = 2.0;
    return out;
}

Scope withRule(ConditionRule rule)
{
    Scope out;
    out.rules[GroupBy::Baseline] = std::move(rule);
    return out;
}

/// Expects the line's share of fast pairs to be that of the row of rates.
void expectSame(const std::vector<FigureLine> &lines, const RateRow &rates)
{
    const auto line = std::ranges::find(lines, rates.group, &FigureLine::group);
    ASSERT_NE(line, lines.end()) << rates.group;
    EXPECT_EQ(line->figure.value, rates.fastp1) << rates.group;
    EXPECT_EQ(line->figure.total, rates.judged) << rates.group;
}

TEST(CountedSamples, APairThatSeveralRunsRecordCountsOnce)
{
    // Runs over three baselines, each with the same failed kernel of task b.
    std::vector<MetricRow> rows;
    for (const char *baseline : {"eager", "compile", "cudnn"}) {
        rows.push_back(fastRow(static_cast<std::int64_t>(rows.size()) + 1, baseline, baseline));
        rows.push_back(rowOf(static_cast<std::int64_t>(rows.size()) + 1, baseline, "b",
                             Verdict::CompileError));
        rows.back().baseline = baseline;
    }
    const Population population
        = populationOf(rows, withRule({ConditionRule::Kind::Only, "eager"}));
    FigureOptions options;
    options.fast = {{1, Threshold::Above}};
    options.passAt = {1};
    const auto lines = figureTable(population, options);
    ASSERT_EQ(lines.size(), 4U); // fast_1, fast_1@1 and two rules of pass@1
    for (const FigureLine &line : lines) {
        EXPECT_EQ(line.figure.total, 2) << line.name;
        EXPECT_DOUBLE_EQ(line.figure.value.value_or(-1), 0.5) << line.name;
    }
    expectSame(lines, rateTable(population, GroupBy::All).back());
    const std::vector<MetricRow> samples = countedSamples(population);
    EXPECT_EQ(samples.size(), 2U);
    EXPECT_EQ(roundTable(samples).trajectories, 2);
}

TEST(CountedSamples, ASampleOverSeveralBaselinesIsInTheGroupOfEach)
{
    std::vector<MetricRow> rows{rowOf(1, "run", "a", Verdict::Correct),
                                rowOf(2, "run", "b", Verdict::WrongValue)};
    rows[0].candidateMs = 1.0;
    rows[0].references = std::make_shared<const ReferenceTimes>(
        ReferenceTimes{{"compile", 0.5, "times", "", false}, {"eager", 2.0, "times", "", false}});
    const Population population = populationOf(rows, withRule({ConditionRule::Kind::Split, {}}));
    FigureOptions options;
    options.groupBy = GroupBy::Baseline;
    options.fast = {{1, Threshold::Above}};
    const auto lines = figureTable(population, options);
    EXPECT_EQ(lines.size(), 2U) << "nothing is pooled over baselines";
    const auto rates = rateTable(population, GroupBy::Baseline);
    ASSERT_EQ(rates.size(), 2U);
    for (const RateRow &each : rates)
        expectSame(lines, each);
}

} // namespace
} // namespace loupe
