// SPDX-License-Identifier: Apache-2.0
// Tests charts over rounds of a few samples, counted by hand.
#include "core/analysis/charts/chartbuilder.h"
#include "core/analysis/charts/trajectorychart.h"
#include "core/analysis/rounds/roundcomposition.h"

#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

class RoundCharts : public testing::Test
{
protected:
    /// Adds a sample with verdicts by round, and the speedups of correct rounds in order.
    void add(const std::string &task, const std::vector<Verdict> &verdicts,
             std::vector<double> speedups = {})
    {
        std::size_t timed = 0;
        for (std::size_t round = 0; round < verdicts.size(); ++round) {
            MetricRow row = metricRow("c", verdicts[round]);
            row.id = {static_cast<std::int64_t>(rows.size()) + 1};
            row.task = task;
            row.round = static_cast<int>(round);
            if (verdicts[round] == Verdict::Correct && timed < speedups.size())
                row.speedup = speedups[timed++];
            rows.push_back(row);
        }
    }

    void SetUp() override
    {
        using enum Verdict;
        add("a", {BuildFailed, Correct, Correct}, {0.5, 0.5}); // ids 1 … 3
        add("b", {WrongAnswer, WrongAnswer, Correct}, {4.0});  // 4 … 6
        add("c", {Correct, Correct, WrongAnswer}, {1.0, 2.0}); // 7 … 9
        add("d", {NotRecorded, BuildFailed, BuildFailed});     // 10 … 12
        add("e", {Correct}, {2.0});                            // 13: ended
        request.groupBy = GroupBy::All;
    }

    Result<Chart> chartOf(ChartKind kind, const std::stop_token &stop = {}) const
    {
        ChartRequest wanted = request;
        wanted.kind = kind;
        return buildChart(rows, wanted, stop);
    }

    static Chart must(Result<Chart> chart)
    {
        EXPECT_TRUE(bool(chart)) << (chart ? "" : chart.error().text());
        return chart ? std::move(*chart) : Chart();
    }

    std::vector<MetricRow> rows;
    ChartRequest request;
};

std::vector<std::int64_t> ids(const ChartMark &mark)
{
    std::vector<std::int64_t> out;
    for (const RowId id : mark.members)
        out.push_back(id.value);
    return out;
}

using Ids = std::vector<std::int64_t>;

} // namespace

TEST_F(RoundCharts, FlowCountsNodesAndFlows)
{
    const Chart chart = must(chartOf(ChartKind::RoundFlow));
    ASSERT_EQ(chart.panels.size(), 1U);
    const ChartPanel &panel = chart.panels[0];
    std::map<std::pair<int, std::string>, const ChartNode *> nodes;
    std::map<int, double> perColumn;
    for (const ChartNode &node : panel.nodes) {
        nodes[{node.column, node.label}] = &node;
        perColumn[node.column] += node.size;
    }
    EXPECT_EQ(perColumn, (std::map<int, double>{{0, 5}, {1, 5}, {2, 5}}));
    ASSERT_TRUE(nodes.contains({0, "2 correct"}));
    EXPECT_EQ(ids(nodes[{0, "2 correct"}]->mark), (Ids{7, 13}));
    ASSERT_TRUE(nodes.contains({0, "1 unknown"}));
    EXPECT_EQ(ids(nodes[{0, "1 unknown"}]->mark), (Ids{10}));
    EXPECT_TRUE(nodes.contains({1, "2 correct"}));
    ASSERT_TRUE(nodes.contains({1, "1 no result"})) << "e ended";
    EXPECT_TRUE((nodes[{1, "1 no result"}]->mark.members.empty()));
    EXPECT_TRUE(nodes.contains({2, "1 no build"}));

    // The sums of flows out of a node and into it must equal the node.
    std::vector<double> out(panel.nodes.size());
    std::vector<double> in(panel.nodes.size());
    std::map<std::string, Ids> flows;
    for (const ChartFlow &flow : panel.flows) {
        out[flow.from] += flow.size;
        in[flow.to] += flow.size;
        flows[flow.mark.text] = ids(flow.mark);
    }
    for (std::size_t i = 0; i < panel.nodes.size(); ++i) {
        const ChartNode &node = panel.nodes[i];
        EXPECT_EQ(out[i], node.column < 2 ? node.size : 0) << node.label;
        EXPECT_EQ(in[i], node.column > 0 ? node.size : 0) << node.label;
    }
    EXPECT_EQ(flows.at("round 0 to 1: 1 of 5 from no build to correct"), (Ids{1, 2}));
    EXPECT_EQ(flows.at("round 1 to 2: 1 of 5 from correct to wrong result"), (Ids{8, 9}));
    EXPECT_EQ(flows.at("round 0 to 1: 1 of 5 from correct to no result"), (Ids{13}));
}

TEST_F(RoundCharts, FlowOfManyRoundsDrawsSomeWithBothEnds)
{
    rows.clear();
    add("long", std::vector<Verdict>(40, Verdict::WrongAnswer));
    const Chart chart = must(chartOf(ChartKind::RoundFlow));
    EXPECT_EQ(chart.panels[0].x.ticks.size(), 12U);
    EXPECT_EQ(chart.panels[0].x.ticks.front().text, "0");
    EXPECT_EQ(chart.panels[0].x.ticks.back().text, "39");
    EXPECT_NE(chart.definition.find("12 of 40 rounds"), std::string::npos);
}

// At risk 5; round 0 solves c and e: 3/5. Round 1 solves a of 3: 3/5 · 2/3 = 0.4. Round 2 solves b
// of 2: 0.4 · 1/2 = 0.2; d is censored.
TEST_F(RoundCharts, SurvivalByHand)
{
    const Chart chart = must(chartOf(ChartKind::RoundSurvival));
    const auto &points = chart.panels[0].lines.at(0).points;
    ASSERT_EQ(points.size(), 4U);
    const double expected[] = {1.0, 0.6, 0.4, 0.2};
    for (std::size_t i = 0; i < points.size(); ++i)
        EXPECT_NEAR(points[i].y, expected[i], 1e-12) << i;
    EXPECT_EQ(ids(points[1].mark), (Ids{7, 13}));
    EXPECT_EQ(ids(points[2].mark), (Ids{2}));
    EXPECT_EQ(ids(points[3].mark), (Ids{6}));
    // Greenwood by hand after round 0: 2 / (5 · 3) = 0.13333; exp(1.96 · sqrt(0.13333) / -ln 0.6)
    // = exp(1.40102) = 4.0593; 0.6^4.0593 = 0.12573, 0.6^(1 / 4.0593) = 0.88178.
    EXPECT_NEAR(points[1].low.value_or(0), 0.1257, 0.0002);
    EXPECT_NEAR(points[1].high.value_or(0), 0.8818, 0.0002);
}

TEST_F(RoundCharts, RatesHaveBoundsForUnknownRounds)
{
    const Chart chart = must(chartOf(ChartKind::RoundRates));
    ASSERT_EQ(chart.panels.size(), 2U);
    const ChartLine &built = chart.panels[0].lines.at(0);
    const ChartLine &correct = chart.panels[0].lines.at(1);
    ASSERT_EQ(correct.points.size(), 3U);
    // Round 0: b, c, e built, c and e correct; d is unknown. Round 1: a, b, c built, a and c
    // correct; e has no round 1.
    // An unknown round is no failure. The rate uses known rounds; the band shows the possible
    // range.
    EXPECT_DOUBLE_EQ(built.points[0].y, 3.0 / 4);
    EXPECT_DOUBLE_EQ(built.points[0].low.value_or(0), 3.0 / 5);
    EXPECT_DOUBLE_EQ(correct.points[0].y, 2.0 / 4);
    EXPECT_DOUBLE_EQ(correct.points[0].low.value_or(0), 2.0 / 5);
    EXPECT_DOUBLE_EQ(correct.points[0].high.value_or(0), 3.0 / 5);
    EXPECT_DOUBLE_EQ(built.points[1].y, 3.0 / 4);
    EXPECT_DOUBLE_EQ(built.points[1].high.value_or(0), 4.0 / 5);
    EXPECT_EQ(ids(correct.points[2].mark), (Ids{3, 6}));
    // Round 2: 0.5 and 4: mean 2.25, geometric mean and median by two values.
    const auto &speeds = chart.panels[1].lines;
    EXPECT_DOUBLE_EQ(speeds.at(0).points.at(2).y, 2.25);
    EXPECT_NEAR(speeds.at(1).points.at(2).y, std::sqrt(2.0), 1e-12);
    EXPECT_DOUBLE_EQ(speeds.at(2).points.at(2).y, 2.25);
}

// Round 0: c 1, e 2: median 1.5. Round 1: a 0.5, c 2, e 2 (its best stays): 2. Round 2: 0.5, 4, 2,
// 2: median 2, quartiles 1.625 and 2.5 as in numpy.
TEST_F(RoundCharts, BestSoFarKeepsTheBest)
{
    const Chart chart = must(chartOf(ChartKind::BestSoFar));
    const auto &all = chart.panels[0].lines.at(0).points;
    ASSERT_EQ(all.size(), 3U);
    EXPECT_DOUBLE_EQ(all[0].y, 1.5);
    EXPECT_DOUBLE_EQ(all[1].y, 2.0);
    EXPECT_DOUBLE_EQ(all[2].y, 2.0);
    EXPECT_DOUBLE_EQ(all[2].low.value_or(0), 1.625);
    EXPECT_DOUBLE_EQ(all[2].high.value_or(0), 2.5);
    // Kernels present in all rounds: c and e.
    const ChartLine &same = chart.panels[0].lines.at(1);
    EXPECT_TRUE(same.isDashed);
    EXPECT_DOUBLE_EQ(same.points.at(2).y, 2.0);
    EXPECT_EQ(ids(same.points[1].mark), (Ids{8, 13}));
}

// In powers of 2, round 0 to 1: c goes from 0 to 1 (within +1). e left unknown: (0 - 1) / 2 = -0.5.
// a was rescued: (-1 - 1) / 2 = -1. Means 0.5 and 0.
TEST_F(RoundCharts, ChangeSplitsTheStep)
{
    const Chart chart = must(chartOf(ChartKind::RoundChange));
    const auto &bars = chart.panels[0].bars;
    ASSERT_EQ(bars.size(), 4U);
    EXPECT_NEAR(bars[0].value, std::log(2.0), 1e-12);
    EXPECT_NEAR(bars[1].value, -1.5 * std::log(2.0), 1e-12);
    EXPECT_EQ(bars[0].label, "+100.0 %");
    EXPECT_EQ(ids(bars[0].mark), (Ids{7, 8}));
    EXPECT_EQ(ids(bars[1].mark), (Ids{2, 13}));
    EXPECT_NE(bars[1].mark.text.find("1 newly correct −50.0 %, 1 disappeared −29.3 %"),
              std::string::npos)
        << bars[1].mark.text;
}

TEST_F(RoundCharts, OneTrajectoryShowsEveryRoundOnce)
{
    rows[8].identicalCode = true; // c: 1×, 2×, then wrong with the same code
    const TrajectoryCohort cohort = trajectoryCohort(rows);
    const Chart chart = trajectoryChart(cohort.stories.at(2));
    EXPECT_EQ(chart.title, "c: same code, other result");
    const ChartPanel &panel = chart.panels.at(0);
    ASSERT_EQ(panel.dots.size(), 2U);
    EXPECT_EQ(panel.dots[1].y, 2.0);
    ASSERT_EQ(panel.bars.size(), 1U);
    EXPECT_EQ(panel.bars[0].label, "wrong result");
    EXPECT_EQ(panel.bars[0].mark.text, "round 2: wrong result, identical code, worse than before");
    ASSERT_EQ(panel.lines.at(0).points.size(), 3U);
    EXPECT_EQ(panel.lines[0].points[2].y, 2.0) << "the best stays";
    // e has one round and two without a result, which are not drawn.
    const Chart ended = trajectoryChart(cohort.stories.at(4));
    EXPECT_EQ(ended.panels[0].dots.size(), 1U);
    EXPECT_TRUE(ended.panels[0].bars.empty());
}

TEST_F(RoundCharts, MarksFlaggedRounds)
{
    rows[2].isWithheld = true; // a in round 2
    const Chart with = must(chartOf(ChartKind::RoundFlow));
    std::set<std::string> labels;
    for (const ChartNode &node : with.panels[0].nodes) {
        if (node.column == 2)
            labels.insert(node.label);
    }
    EXPECT_TRUE(labels.contains("1 correct"));
    EXPECT_TRUE(labels.contains("1 flagged"));
    EXPECT_NE(with.definition.find("Flagged by the audit, not counted as correct: 1 round."),
              std::string::npos);
}

TEST_F(RoundCharts, GroupsAreLinesAndRoundsCannotBeGroups)
{
    for (MetricRow &row : rows) {
        if (row.task == "a" || row.task == "b")
            row.method = "agent";
    }
    request.groupBy = GroupBy::Method;
    const Chart chart = must(chartOf(ChartKind::RoundSurvival));
    ASSERT_EQ(chart.panels[0].lines.size(), 2U);
    EXPECT_EQ(chart.panels[0].lines[0].name, "m") << "7 rows before 6";
    EXPECT_NEAR(chart.panels[0].lines[1].points.back().y, 0.0, 1e-12);
    request.groupBy = GroupBy::Round;
    EXPECT_FALSE(bool(chartOf(ChartKind::RoundSurvival)));
}

TEST_F(RoundCharts, RefusesRowsWithoutRoundsAndStops)
{
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = chartOf(ChartKind::RoundFlow, stop.get_token());
    ASSERT_FALSE(bool(stopped));
    EXPECT_EQ(stopped.error().code, Errc::Cancelled);
    rows = {metricRow("c", Verdict::Correct, 1.0)};
    for (const ChartKindFacts &kind : allChartKinds()) {
        if (!kind.needsRounds())
            continue;
        const auto refused = chartOf(kind.kind);
        ASSERT_FALSE(bool(refused)) << kind.id;
        EXPECT_EQ(refused.error().code, Errc::Unsupported) << kind.id;
    }
}

TEST_F(RoundCharts, StudyRemainsValidWithoutItsRows)
{
    rows[2].isWithheld = true;
    const Chart alone = must(chartOf(ChartKind::RoundRates));
    std::swap(rows[0], rows[7]); // rounds of a sample may be separate and out of order
    std::swap(rows[1], rows[2]);
    const auto study = roundStudy(rows, false, true);
    ASSERT_TRUE(bool(study));
    rows.clear();
    EXPECT_EQ(study->n, 13);
    EXPECT_EQ(study->trajectories.counts().flagged, 1U);
    request.kind = ChartKind::RoundRates;
    const Chart shared = must(buildChart(*study, request));
    ASSERT_EQ(shared.panels.size(), alone.panels.size());
    for (std::size_t i = 0; i < alone.panels.size(); ++i) {
        for (std::size_t line = 0; line < alone.panels[i].lines.size(); ++line) {
            const auto &points = alone.panels[i].lines[line].points;
            ASSERT_EQ(shared.panels[i].lines[line].points.size(), points.size());
            for (std::size_t j = 0; j < points.size(); ++j)
                EXPECT_EQ(shared.panels[i].lines[line].points[j].mark.text, points[j].mark.text);
        }
    }
    request.kind = ChartKind::SuccessBars;
    EXPECT_FALSE(bool(buildChart(*study, request))) << "no chart over rounds";
}

namespace {

RoundChange changeOf(double before, double after, double within, double rescued)
{
    RoundChange out;
    out.mean = RoundMean::Geometric;
    out.toRound = 1;
    out.persistent = 24;
    out.meanBefore = before;
    out.meanAfter = after;
    out.within = within;
    out.rescued.effect = rescued;
    return out;
}

} // namespace

// Numbers of the design drawing: 1.58× to 1.44×.
TEST(RoundExplanation, ExplainsAChangeInOneSentence)
{
    const RoundChange fall = changeOf(1.58, 1.449, 0.004, -0.0905);
    EXPECT_EQ(changeQuestion(fall), "Geometric mean speedup fell from 1.58× to 1.45×. Why?");
    EXPECT_EQ(changeAnswer(fall),
              "Most of the fall comes from other kernels: slower newly correct kernels join; the "
              "24 kernels timed in both rounds did not slow down (+0.4 %).");
    EXPECT_EQ(changeAnswer(changeOf(1.0, std::exp(0.3), 0.29, 0.01)),
              "Most of the rise comes from the same kernels: the 24 kernels timed in both rounds "
              "became faster (+33.6 %); other kernels hardly matter (+1.0 %).");
    EXPECT_EQ(changeAnswer(changeOf(1.0, 1.0, 0.2, -0.2)),
              "Two effects cancel: the 24 kernels timed in both rounds became faster (+22.1 %); "
              "slower newly correct kernels join (−18.1 %).");
    // The reasons for a rise exclude what lowered it, and vice versa.
    EXPECT_EQ(changeAnswer(changeOf(1.0, std::exp(0.441), 0.79, -0.349)),
              "The rise comes from the same kernels: the 24 kernels timed in both rounds became "
              "faster (+120.3 %); partly offset: slower newly correct kernels join (−29.5 %).");
    EXPECT_EQ(changeAnswer(changeOf(1.0, std::exp(-0.2), 0.15, -0.35)),
              "The fall comes from other kernels: slower newly correct kernels join (−29.5 %); "
              "partly offset: the 24 kernels timed in both rounds became faster (+16.2 %).");
    EXPECT_EQ(changeAnswer(changeOf(1.0, std::exp(0.5), 0.3, 0.2)),
              "The rise comes from both: the 24 kernels timed in both rounds became faster "
              "(+35.0 %); and faster newly correct kernels join (+22.1 %).");
    EXPECT_EQ(changeQuestion(changeOf(1.0, 1.0, 0.2, -0.2)),
              "Geometric mean speedup stayed at 1.00× from round 0 to 1.");
}

} // namespace loupe::test
