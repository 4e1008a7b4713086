// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartbuilder.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

std::vector<MetricRow> rowsWith(const std::vector<double> &speedups, int failed)
{
    std::vector<MetricRow> rows;
    const auto add = [&](Verdict verdict, std::optional<double> speedup) {
        rows.push_back(metricRow("c", verdict, speedup));
        rows.back().id = {static_cast<std::int64_t>(rows.size())};
        rows.back().task = "t" + std::to_string(rows.size());
        rows.back().method = "m";
    };
    for (const double speedup : speedups)
        add(Verdict::Correct, speedup);
    for (int i = 0; i < failed; ++i)
        add(Verdict::WrongValue, std::nullopt);
    return rows;
}

ChartLine curveOf(const std::vector<MetricRow> &rows, Threshold threshold)
{
    ChartRequest request;
    request.kind = ChartKind::FastPCurve;
    request.groupBy = GroupBy::Method;
    request.fast = {{1.0, threshold}};
    const auto chart = buildChart(rows, request);
    EXPECT_TRUE(chart) << chart.error().text();
    return chart ? chart->panels.at(0).lines.at(0) : ChartLine();
}

/// Returns the height at which the painter draws a step line strictly between its points.
double drawnAt(const ChartLine &line, double p)
{
    const auto after
        = std::ranges::find_if(line.points, [&](const ChartPoint &point) { return point.x > p; });
    return (after - 1)->y;
}

} // namespace

// Four of six tasks have a speedup. Between them, the share is a multiple of 1/6, whatever p.
TEST(FastPSteps, AreThoseOfTheTasks)
{
    const ChartLine line = curveOf(rowsWith({0.5, 1.5, 1.5, 3.0}, 2), Threshold::AtLeast);
    EXPECT_TRUE(line.isStep);
    for (const auto &[p, expected] :
         {std::pair(0.49, 4.0), std::pair(0.51, 3.0), std::pair(1.47, 3.0), std::pair(1.53, 1.0),
          std::pair(2.97, 1.0), std::pair(3.03, 0.0), std::pair(7.0, 0.0)})
        EXPECT_DOUBLE_EQ(drawnAt(line, p), expected / 6) << p;
}

// Counts the tasks at random thresholds without the chart's code.
TEST(FastPSteps, AgreeWithACountAtAnyThreshold)
{
    for (unsigned seed = 1; seed <= 20; ++seed) {
        std::mt19937 random(seed);
        std::lognormal_distribution<double> draw(0.1, 0.8);
        std::vector<double> speedups(30);
        std::ranges::generate(speedups, [&] { return draw(random); });
        const ChartLine line = curveOf(rowsWith(speedups, 10), Threshold::Above);
        EXPECT_TRUE(std::ranges::is_sorted(line.points, {}, &ChartPoint::x));
        std::uniform_real_distribution<double> log(-2.9, 2.9);
        for (int i = 0; i < 100; ++i) {
            const double p = std::exp2(log(random));
            // A threshold right beside a speedup may fall into the width of its step.
            if (std::ranges::any_of(
                    speedups, [&](double each) { return std::abs(std::log2(each / p)) < 0.001; }))
                continue;
            const auto fast
                = std::ranges::count_if(speedups, [&](double each) { return each > p; });
            EXPECT_DOUBLE_EQ(drawnAt(line, p), static_cast<double>(fast) / 40)
                << "seed " << seed << ", p " << p;
        }
    }
}

TEST(FastPSteps, CornersHaveNoTextAndNoMembers)
{
    const ChartLine line = curveOf(rowsWith({0.53, 1.57}, 1), Threshold::Above);
    const auto corners = std::ranges::count_if(line.points, &ChartPoint::isCorner);
    EXPECT_EQ(corners, 2);
    for (const ChartPoint &point : line.points)
        EXPECT_EQ(point.mark.text.empty(), point.isCorner);
}

} // namespace loupe::test
