// SPDX-License-Identifier: Apache-2.0
//
// Tests marks of charts as table rows.
#include "core/report/figures/charttable.h"

#include "core/report/figures/flowplaces.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

Chart chartOf(ChartPanel panel)
{
    Chart out;
    out.title = "T";
    out.definition = "D.";
    out.panels.push_back(std::move(panel));
    return out;
}

ChartTone seriesTone(int series)
{
    ChartTone out;
    out.kind = ChartTone::Kind::Series;
    out.series = series;
    return out;
}

std::string csvOf(const Chart &chart)
{
    return toCsv(chartTable(chart));
}

} // namespace

TEST(ChartRows, EmptyChartHasOnlyCommonColumns)
{
    EXPECT_EQ(csvOf(Chart()), "mark,x,value\r\n");
    Chart nameless;
    nameless.definition = "D.";
    EXPECT_EQ(chartTable(nameless).caption, "D.");
}

TEST(ChartRows, ASeriesIsNamedByTheLegend)
{
    ChartPanel panel;
    panel.title = "P";
    ChartBar bar;
    bar.to = 1;
    bar.base = 0.5;
    bar.value = 2;
    bar.tone = seriesTone(1);
    bar.mark.text = "2 of 3";
    bar.mark.members = {RowId{4}, RowId{5}};
    panel.bars = {bar, bar};
    panel.bars[1].tone = seriesTone(7);
    Chart chart = chartOf(panel);
    chart.legend = {{"first", seriesTone(0)}, {"second", seriesTone(1)}};
    EXPECT_EQ(csvOf(chart),
              "panel,mark,series,x,x_end,value,evaluations,text\r\n"
              "P,bar,second,0,1,1.5,2,2 of 3\r\n"
              "P,bar,,0,1,1.5,2,2 of 3\r\n")
        << "its height, above what it stands on";
}

TEST(ChartRows, ShareBarsHaveNamesAndHollowOnesAreFlagged)
{
    ChartPanel panel;
    panel.x.most = 10;
    panel.x.ticks = {{4.5, "fail"}};
    ChartBar bar;
    bar.from = 4;
    bar.to = 5;
    bar.value = 0.25;
    bar.onShare = true;
    bar.tone.isHollow = true;
    panel.bars = {bar};
    EXPECT_EQ(csvOf(chartOf(panel)), "mark,x,value,flag\r\nshare,fail,0.25,hollow\r\n");
    panel.bars[0].isDashed = true;
    EXPECT_EQ(csvOf(chartOf(panel)), "mark,x,value\r\nshare,fail,0.25\r\n")
        << "a dashed outline is drawn so on purpose";
}

TEST(ChartRows, OpenBinsHaveTheirNamesAndStripsTheirShares)
{
    ChartPanel panel;
    panel.x.most = 10;
    panel.x.ticks = {{9.5, "≥8", true}};
    ChartBar bar;
    bar.from = 9;
    bar.to = 10;
    bar.value = 0.5;
    bar.isOpen = true;
    panel.bars = {bar};
    ChartStrip strip;
    strip.name = "A100";
    strip.n = 4;
    strip.parts = {{"correct, faster", 3, {}, {}}, {"not judged", 1, {}, {}}};
    panel.strips = {strip};
    EXPECT_EQ(csvOf(chartOf(panel)),
              "mark,series,x,value\r\n"
              "strip,A100,\"correct, faster\",0.75\r\n"
              "strip,A100,not judged,0.25\r\n"
              "bar,,≥8,0.5\r\n");
}

TEST(ChartRows, BoxesHaveTheirQuartilesAndViolinsTheirWidths)
{
    ChartPanel panel;
    panel.x.least = -0.5;
    panel.x.most = 0.5;
    panel.x.ticks = {{0, "Math"}};
    ChartBox box;
    box.low = 1;
    box.lowerQuartile = 2;
    box.median = 3;
    box.upperQuartile = 4;
    box.high = 5;
    box.violin = {{2.5, 0.5}, {3.5, 1}};
    panel.boxes = {box};
    EXPECT_EQ(csvOf(chartOf(panel)),
              "mark,x,row,value,low,lower_quartile,upper_quartile,high\r\n"
              "box,Math,,3,1,2,4,5\r\n"
              "violin,Math,2.5,0.5,,,,\r\n"
              "violin,Math,3.5,1,,,,\r\n");
}

TEST(ChartRows, DotsWithoutMembersCountTheirWeight)
{
    ChartPanel panel;
    ChartDot dot;
    dot.x = 1.5;
    dot.y = 2.5;
    panel.dots = {dot, dot, dot};
    panel.dots[0].isFlagged = true;
    panel.dots[0].tone.isHollow = true;
    panel.dots[1].weight = 7;
    panel.dots[2].weight = 7;
    panel.dots[2].mark.members = {RowId{1}};
    EXPECT_EQ(csvOf(chartOf(panel)),
              "mark,x,value,evaluations,flag\r\n"
              "dot,1.5,2.5,,flagged\r\n"
              "dot,1.5,2.5,7,\r\n"
              "dot,1.5,2.5,1,\r\n");
}

TEST(ChartRows, LinesAndCellsKeepMissingValues)
{
    ChartPanel panel;
    ChartLine line;
    line.name = "loop";
    ChartPoint point;
    point.x = 1;
    point.y = 0.5;
    point.low = 0.25;
    line.points = {point};
    panel.lines = {line};
    ChartCell cell;
    cell.x = 2;
    cell.y = 3;
    panel.cells = {cell};
    EXPECT_EQ(csvOf(chartOf(panel)),
              "mark,series,x,row,value,low\r\n"
              "cell,,2,3,,\r\n"
              "point,loop,1,,0.5,0.25\r\n");
}

TEST(ChartRows, FlowsWithoutTargetKeepTheirSize)
{
    ChartPanel panel;
    panel.x.ticks = {{0, "round 0"}};
    panel.nodes = {{0, 4, {}, {}, {}}, {1, 4, {}, {}, {}}};
    panel.flows = {{0, 1, 3, {}, {}}, {0, 9, 1, {}, {}}};
    EXPECT_EQ(csvOf(chartOf(panel)),
              "mark,x,x_end,value\r\n"
              "node,round 0,,4\r\n"
              "node,1,,4\r\n"
              "flow,round 0,1,3\r\n"
              "flow,,,1\r\n");
}

TEST(FlowPlacesOf, EmptyNodesHaveNoHeight)
{
    ChartPanel panel;
    EXPECT_TRUE(flowPlaces(panel, 0.1).nodes.empty());
    const double nan = std::nan("");
    const double infinite = std::numeric_limits<double>::infinity();
    panel.nodes = {
        {0, 0, {}, {}, {}}, {0, -3, {}, {}, {}}, {0, nan, {}, {}, {}}, {1, infinite, {}, {}, {}}};
    panel.flows = {{0, 3, 2, {}, {}}};
    const FlowPlaces none = flowPlaces(panel, 0.1);
    for (const auto &node : none.nodes)
        EXPECT_EQ(node.height, 0.0);
    EXPECT_EQ(none.flows.at(0).height, 0.0);
    panel.nodes[0].size = 2;
    const FlowPlaces one = flowPlaces(panel, 0.1);
    EXPECT_EQ(one.nodes[0].height, 1.0) << "it fills the panel alone";
    EXPECT_EQ(one.nodes[2].height, 0.0);
    EXPECT_EQ(one.flows[0].height, 0.0) << "it leads to nothing";
}

TEST(FlowPlacesOf, ColumnsShareOneScaleAndGapsLeaveRoom)
{
    ChartPanel panel;
    for (int i = 0; i < 40; ++i)
        panel.nodes.push_back({0, 1, {}, {}, {}});
    panel.nodes.push_back({1, 20, {}, {}, {}});
    const FlowPlaces places = flowPlaces(panel, 0.5);
    double end = 0;
    double heights = 0;
    for (std::size_t i = 0; i < 40; ++i) {
        EXPECT_GE(places.nodes[i].top, end) << "none lies on another";
        end = places.nodes[i].top + places.nodes[i].height;
        heights += places.nodes[i].height;
    }
    EXPECT_NEAR(end, 1.0, 1e-9);
    EXPECT_GE(heights, 0.7 - 1e-9) << "gaps take less than a third, whatever was asked for";
    EXPECT_NEAR(places.nodes[40].height, heights / 2, 1e-9);
}

} // namespace loupe::test
