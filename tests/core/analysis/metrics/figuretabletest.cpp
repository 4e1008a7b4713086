// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/figuretable.h"

#include "core/analysis/metrics/portability.h"
#include "core/analysis/rounds/roundtable.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

MetricRow figureRow(const std::string &category, const std::string &task, int sample,
                    Verdict verdict, std::optional<double> speedup = std::nullopt)
{
    static std::int64_t next = 0;
    MetricRow row = metricRow(category, verdict, speedup);
    row.id = {++next};
    row.task = task;
    row.sample = sample;
    return row;
}

const FigureLine &line(const std::vector<FigureLine> &lines, const std::string &group,
                       const std::string &name)
{
    for (const FigureLine &each : lines) {
        if (each.group == group && each.name == name)
            return each;
    }
    ADD_FAILURE() << "no line " << group << ", " << name;
    return lines.front();
}

} // namespace

// By hand: category x has tasks a (correct 2.0, wrong) and b (wrong, wrong), y has c (correct 1.0).
TEST(FigureTable, FiguresOfGroupsByHand)
{
    std::vector<MetricRow> rows{
        figureRow("x", "a", 0, Verdict::Correct, 2.0), figureRow("x", "a", 1, Verdict::WrongValue),
        figureRow("x", "b", 0, Verdict::WrongValue), figureRow("x", "b", 1, Verdict::CompileError),
        figureRow("y", "c", 0, Verdict::Correct, 1.0)};
    rows[0].cost.dollars = 3;
    rows[2].cost.dollars = 1;
    FigureOptions options;
    options.groupBy = GroupBy::Category;
    options.fast = {{1, Threshold::Above}, {1, Threshold::AtLeast}};
    options.passAt = {1, 2};
    options.anyOf = {2};
    options.suiteTasks = 10;
    options.withCost = true;
    options.withIntervals = true;
    const auto lines = figureTable(rows, options);
    EXPECT_DOUBLE_EQ(*line(lines, "x", "fast_1 (>)").figure.value, 0.5);
    EXPECT_DOUBLE_EQ(*line(lines, "y", "fast_1 (>)").figure.value, 0);
    EXPECT_DOUBLE_EQ(*line(lines, "y", "fast_1 (>=)").figure.value, 1);
    EXPECT_DOUBLE_EQ(*line(lines, "x", "pass@1 (estimator)").figure.value, 0.25);
    EXPECT_DOUBLE_EQ(*line(lines, "x", "fast_1@2 (>)").figure.value, 0.5);
    EXPECT_DOUBLE_EQ(*line(lines, "all", "pass@1 (estimator)").figure.value, 0.5);
    EXPECT_EQ(line(lines, "all", "pass@2 (estimator)").figure.used, 2);
    EXPECT_EQ(line(lines, "all", "pass@2 (estimator)").figure.total, 3);
    EXPECT_DOUBLE_EQ(*line(lines, "all", "pass@2 (estimator)").figure.value, 0.5);
    const FigureLine &shipped = line(lines, "all", "pass@2 (KernelBench as shipped)");
    EXPECT_DOUBLE_EQ(*shipped.figure.value, 1.0 / 3) << "c has one sample and counts as 0";
    EXPECT_EQ(shipped.figure.used, 2);
    EXPECT_DOUBLE_EQ(shipped.interval.value().estimate, 1.0 / 3);
    EXPECT_DOUBLE_EQ(*line(lines, "all", "Compilation@2 (any)").figure.value, 1);
    EXPECT_DOUBLE_EQ(*line(lines, "all", "exe rate, of suite").figure.value, 0.2);
    EXPECT_DOUBLE_EQ(*line(lines, "all", "exe rate, of submitted").figure.value, 2.0 / 3);
    EXPECT_DOUBLE_EQ(*line(lines, "all", "dollars per success").figure.value, 2);
    EXPECT_EQ(line(lines, "all", "dollars per success").figure.used, 2);
    EXPECT_FALSE(line(lines, "all", "tokens per success").figure.value);
    const auto &interval = line(lines, "all", "fast_1 (>)").interval;
    ASSERT_TRUE(interval);
    EXPECT_DOUBLE_EQ(interval->estimate, 1.0 / 3);
    EXPECT_EQ(interval->clusters, 3);
    EXPECT_FALSE(line(lines, "y", "fast_1 (>)").interval) << "one task has no spread";
    EXPECT_TRUE(figureTable({}, {}).empty());
}

// By hand: of two tasks one is correct in round 0 with 0.5 and in round 1 with 2, the other never.
// Without any timed correct kernel no estimator knows a share of fast ones.
TEST(FigureTable, UntimedResultsGiveNoFigure)
{
    const std::vector<MetricRow> rows{figureRow("x", "a", 0, Verdict::Correct),
                                      figureRow("x", "b", 0, Verdict::WrongValue)};
    FigureOptions options;
    options.fast = {{1, Threshold::Above}};
    options.passAt = {1};
    options.anyOf = {1};
    const auto lines = figureTable(rows, options);
    for (const char *name : {"fast_1 (>)", "fast_1@1 (>)", "SpeedUp_1@1 (any, >=)"})
        EXPECT_FALSE(line(lines, "all", name).figure.value) << name;
    EXPECT_DOUBLE_EQ(*line(lines, "all", "pass@1 (estimator)").figure.value, 0.5);
}

TEST(FigureTable, FastSoFarAndCostsByRound)
{
    std::vector<MetricRow> rows{
        figureRow("x", "a", 0, Verdict::Correct, 0.5), figureRow("x", "a", 0, Verdict::Correct, 2),
        figureRow("x", "b", 0, Verdict::WrongValue), figureRow("x", "b", 0, Verdict::WrongValue)};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].round = static_cast<int>(i % 2);
        rows[i].cost.dollars = 1 + rows[i].round;
    }
    const std::vector<FastPThreshold> thresholds{{1, Threshold::Above}, {0.5, Threshold::AtLeast}};
    const auto fast = roundFigureTable(rows, thresholds);
    ASSERT_EQ(fast.size(), 8U);
    EXPECT_DOUBLE_EQ(*line(fast, "round 0", "fast_1@N (>)").figure.value, 0);
    EXPECT_DOUBLE_EQ(*line(fast, "round 1", "fast_1@N (>)").figure.value, 0.5);
    EXPECT_DOUBLE_EQ(*line(fast, "round 0", "fast_0.5@N (>=)").figure.value, 0.5);
    EXPECT_DOUBLE_EQ(*line(fast, "round 1", "fast_1@N last (>)").figure.value, 0.5);
    EXPECT_EQ(fast[0].figure.total, 2);
    FigureOptions costs;
    costs.groupBy = GroupBy::Round;
    costs.withCost = true;
    const auto spent = figureTable(rows, costs);
    EXPECT_DOUBLE_EQ(*line(spent, "round 0", "dollars per success").figure.value, 2);
    EXPECT_DOUBLE_EQ(*line(spent, "round 1", "dollars per success").figure.value, 4);
    EXPECT_DOUBLE_EQ(*line(spent, "all", "dollars per success").figure.value, 6);
}

// By hand: of four trajectories one is solved in round 0 and one leaves after it. Of the two left
// one is solved in round 1. (1 - 1/4) (1 - 1/2) = 3/8.
TEST(RoundSurvival, KaplanMeierByHand)
{
    std::vector<MetricRow> rows;
    const auto add = [&](const char *task, int round, Verdict verdict) {
        rows.push_back(figureRow("x", task, 0, verdict));
        rows.back().round = round;
    };
    add("first", 0, Verdict::Correct);
    add("first", 1, Verdict::Crashed);
    add("leaves", 0, Verdict::WrongValue);
    add("second", 0, Verdict::WrongValue);
    add("second", 1, Verdict::Correct);
    add("never", 0, Verdict::CompileError);
    add("never", 1, Verdict::WrongValue);
    add("unknown", 0, Verdict::NotRecorded);
    const auto rounds = roundSurvival(rows);
    ASSERT_EQ(rounds.size(), 2U);
    EXPECT_EQ(rounds[0].atRisk, 4);
    EXPECT_EQ(rounds[0].solved, 1);
    EXPECT_EQ(rounds[0].censored, 1);
    EXPECT_DOUBLE_EQ(rounds[0].unsolved, 0.75);
    EXPECT_EQ(rounds[1].atRisk, 2);
    EXPECT_EQ(rounds[1].solved, 1);
    EXPECT_EQ(rounds[1].censored, 1);
    EXPECT_DOUBLE_EQ(rounds[1].unsolved, 0.375);
    EXPECT_TRUE(roundSurvival({}).empty());
}

// By hand: 4 and 1 have the ratio 4 and the harmonic mean 2 / (1/4 + 1) = 1.6. A failure on a
// device scores 0.
TEST(Portability, RatioAndScoreByHand)
{
    std::vector<MetricRow> rows{figureRow("x", "a", 0, Verdict::Correct, 4.0),
                                figureRow("x", "a", 0, Verdict::Correct, 1.0),
                                figureRow("x", "b", 0, Verdict::Correct, 2.0),
                                figureRow("x", "b", 0, Verdict::WrongValue),
                                figureRow("x", "c", 0, Verdict::Correct, 2.0)};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].device = i % 2 == 0 ? "H200" : "L20";
        rows[i].run = i % 2 == 0 ? "h" : "l";
    }
    const PortabilityTable table = portabilityTable(rows);
    EXPECT_EQ(table.devices, 2);
    ASSERT_EQ(table.tasks.size(), 2U) << "c is on one device only";
    EXPECT_DOUBLE_EQ(*table.tasks[0].ratio, 4);
    EXPECT_EQ(table.tasks[0].fastest, "H200");
    EXPECT_DOUBLE_EQ(*table.tasks[0].score, 1.6);
    EXPECT_FALSE(table.tasks[1].ratio);
    EXPECT_DOUBLE_EQ(*table.tasks[1].score, 0);
    EXPECT_DOUBLE_EQ(*table.maxRatio, 4);
    EXPECT_DOUBLE_EQ(*table.meanScore, 0.8);
}

TEST(Portability, TwoDevicesOfOneRunAreTwoResults)
{
    std::vector<MetricRow> rows{figureRow("x", "a", 0, Verdict::Correct, 4.0),
                                figureRow("x", "a", 0, Verdict::Correct, 2.0)};
    rows[0].device = "H200";
    rows[1].device = "L20";
    const PortabilityTable table = portabilityTable(rows);
    EXPECT_EQ(table.devices, 2);
    ASSERT_EQ(table.tasks.size(), 1U);
    EXPECT_DOUBLE_EQ(table.tasks[0].ratio.value_or(0), 2);
}

} // namespace loupe::test
