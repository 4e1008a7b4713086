// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartlimits.h"

#include "core/analysis/charts/chartwords.h"

#include <cmath>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

ChartPoint pointAt(double x, double y)
{
    ChartPoint out;
    out.x = x;
    out.y = y;
    out.low = y - 1;
    return out;
}

ChartBar barOver(double from, double to)
{
    ChartBar out;
    out.from = from;
    out.to = to;
    out.value = 1;
    return out;
}

Chart lineChart(ChartScale scale, bool isStep)
{
    ChartPanel panel;
    panel.x.title = "x";
    panel.x.scale = scale;
    panel.x.least = 1;
    panel.x.most = 16;
    panel.x.ticks = {{1, "1"}, {4, "4"}, {16, "16"}};
    panel.y.most = 10;
    panel.y.ticks = {{0, "0"}, {10, "10"}};
    ChartLine line;
    line.isStep = isStep;
    line.points = {pointAt(1, 0), pointAt(4, 4), pointAt(16, 8)};
    panel.lines = {line};
    panel.bars = {barOver(1, 2), barOver(2, 4), barOver(4, 8), barOver(8, 16)};
    Chart out;
    out.definition = "D.";
    out.panels = {panel};
    return out;
}

} // namespace

TEST(ChartLimits, CutMarksAndNoteIt)
{
    const Chart cut = withLimits(lineChart(ChartScale::Log2, false), {2, 8, {}, {}});
    const ChartPanel &panel = cut.panels.at(0);
    EXPECT_EQ(panel.x.least, 2);
    EXPECT_EQ(panel.x.most, 8);
    ASSERT_EQ(panel.bars.size(), 2u);
    EXPECT_EQ(panel.bars[0].from, 2);
    EXPECT_EQ(panel.bars[1].to, 8);
    // By hand on the log2 axis: 2 is half-way from 1 to 4, 8 half-way from 4 to 16.
    const auto &points = panel.lines.at(0).points;
    ASSERT_EQ(points.size(), 3u);
    EXPECT_DOUBLE_EQ(points[0].x, 2);
    EXPECT_DOUBLE_EQ(points[0].y, 2);
    EXPECT_DOUBLE_EQ(*points[0].low, 1);
    EXPECT_DOUBLE_EQ(points[1].y, 4);
    EXPECT_DOUBLE_EQ(points[2].y, 6);
    EXPECT_EQ(cut.definition, "D. Axis cut by hand: x from 2 to 8.");
    EXPECT_GE(panel.x.ticks.size(), 2u) << "one tick says nothing of distances";
}

TEST(ChartLimits, KeepStepHeightsAndTheMiddleOfLinearAxes)
{
    const Chart steps = withLimits(lineChart(ChartScale::Linear, true), {2, 10, {}, {}});
    const auto &points = steps.panels.at(0).lines.at(0).points;
    ASSERT_EQ(points.size(), 3u);
    EXPECT_DOUBLE_EQ(points[0].y, 0);
    EXPECT_DOUBLE_EQ(points[2].y, 4);
    const Chart lines = withLimits(lineChart(ChartScale::Linear, false), {{}, 10, {}, {}});
    EXPECT_DOUBLE_EQ(lines.panels.at(0).lines.at(0).points.back().y, 6); // half-way from 4 to 8
}

TEST(ChartLimits, IgnoreInvalidLimits)
{
    const Chart chart = lineChart(ChartScale::Log2, false);
    for (const ChartLimits &limits :
         {ChartLimits{}, ChartLimits{-1, {}, {}, {}}, ChartLimits{20, {}, {}, {}},
          ChartLimits{std::nan(""), {}, {}, {}}}) {
        const Chart same = withLimits(chart, limits);
        EXPECT_EQ(same.panels.at(0).x.least, 1);
        EXPECT_EQ(same.panels.at(0).bars.size(), 4u);
        EXPECT_EQ(same.definition, "D.");
    }
    EXPECT_FALSE((ChartLimits{2, 1, {}, {}}).areOrdered());
    EXPECT_TRUE((ChartLimits{2, {}, {}, 1}).areOrdered());
}

TEST(ChartLimits, KeepOtherAxesAndLabels)
{
    Chart chart = lineChart(ChartScale::Log2, false);
    chart.panels.push_back(chart.panels.front());
    chart.panels.back().x.title = "another";
    const Chart cut = withLimits(chart, {2, {}, {}, {}});
    EXPECT_EQ(cut.panels.at(0).x.least, 2);
    EXPECT_EQ(cut.panels.at(1).x.least, 1);
    EXPECT_EQ(cut.panels.at(1).lines.at(0).points.size(), 3u);
    chart.panels.front().x = categoryAxis({}, {"Math", "Fusion"});
    EXPECT_FALSE(canLimitX(chart));
    EXPECT_TRUE(canLimitY(chart));
    chart.panels.front().cells.emplace_back();
    EXPECT_FALSE(canLimitY(chart));
    EXPECT_FALSE(canLimitX({}));
}

TEST(ChartLimits, DropOutsideDotsAndTickWiderAxes)
{
    Chart chart = lineChart(ChartScale::Log2, false);
    ChartDot dot;
    dot.x = 2;
    for (const double y : {1.0, 5.0, 9.0}) {
        dot.y = y;
        chart.panels.front().dots.push_back(dot);
    }
    const Chart cut = withLimits(chart, {{}, {}, 4, 20});
    ASSERT_EQ(cut.panels.at(0).dots.size(), 2u);
    EXPECT_GT(cut.panels.at(0).y.ticks.back().at, 10);
}

} // namespace loupe::test
