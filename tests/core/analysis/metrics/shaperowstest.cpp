// SPDX-License-Identifier: Apache-2.0
//
// Tests how results on several shapes are split, and that charts never pool shapes.
#include "core/analysis/metrics/shaperows.h"

#include "core/analysis/charts/chartbuilder.h"
#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/rows/grouping.h"

#include <cmath>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

MetricRow shapedRow(std::int64_t id, const std::string &task, Verdict verdict,
                    std::optional<double> speedup = std::nullopt)
{
    MetricRow row = metricRow("c", verdict, speedup);
    row.id = {id};
    row.task = task;
    row.method = "m" + std::to_string(id);
    row.protocol = "strict-1+shapes-0a1b2c3d";
    row.device = "gpu";
    row.baseline = "eager";
    if (speedup)
        row.candidateMs = 1.0;
    return row;
}

TimeOfCase caseOf(const std::string &shape, double speedup)
{
    return {shape, 2.0, 2.0 * speedup, speedup};
}

/// Two results of a task on three shapes, a wrong one, and one of a task with one shape.
std::vector<MetricRow> shapedRows()
{
    return {shapedRow(1, "t", Verdict::Correct, 2.0), shapedRow(2, "t", Verdict::Correct, 1.0),
            shapedRow(3, "t", Verdict::WrongValue), shapedRow(4, "one", Verdict::Correct, 3.0)};
}

ShapeTimes shapeTimes()
{
    return {{{1}, {caseOf("own shape", 8.0), caseOf("dim=4", 2.0), caseOf("dim=9", 0.5)}},
            {{2}, {caseOf("own shape", 1.0), caseOf("dim=4", 4.0), caseOf("dim=9", 0.25)}},
            {{4}, {caseOf("", 3.0)}}};
}

/// Returns "t m1 own shape 8", with "–" for no speedup.
std::multiset<std::string> shapeTexts(std::span<const MetricRow> split)
{
    std::multiset<std::string> out;
    for (const MetricRow &row : split)
        out.insert(row.task.text() + " " + row.method.text() + " " + row.shape.text() + " "
                   + (row.speedup ? std::to_string(*row.speedup).substr(0, 4) : "–"));
    return out;
}

ChartRequest shapeRequest(GroupBy groupBy, std::optional<GroupBy> splitBy = {})
{
    ChartRequest request;
    request.groupBy = groupBy;
    request.splitBy = splitBy;
    return request;
}

Chart drawnByShape(const ChartRequest &request)
{
    const ChartRows kept
        = withShapes(chartRows(shapedRows(), request), rowsByShape(shapedRows(), shapeTimes()));
    auto chart = buildChart(kept, request);
    EXPECT_TRUE(chart) << chart.error().text();
    return chart ? std::move(*chart) : Chart();
}

bool hasPart(const std::string &text, const std::string &part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

TEST(ShapeRows, AResultCountsOnceForEachShapeOfItsTask)
{
    const RowsByShape split = rowsByShape(shapedRows(), shapeTimes());
    EXPECT_EQ(split.results, 4U);
    EXPECT_EQ(split.otherSpeedups, 0U);
    EXPECT_EQ(shapeTexts(split.rows),
              (std::multiset<std::string>{
                  "t m1 own shape 8.00", "t m1 dim=4 2.00", "t m1 dim=9 0.50",
                  "t m2 own shape 1.00", "t m2 dim=4 4.00", "t m2 dim=9 0.25", "t m3 own shape –",
                  "t m3 dim=4 –", "t m3 dim=9 –", "one m4 own shape 3.00"}));
    for (const MetricRow &row : split.rows) {
        const bool isWrong = row.method == "m3";
        EXPECT_EQ(row.verdict, isWrong ? Verdict::WrongValue : Verdict::Correct);
        if (row.speedup && row.task == "t") {
            EXPECT_DOUBLE_EQ(*row.baselineMs / *row.candidateMs, *row.speedup);
        }
    }
}

TEST(ShapeRows, OtherProtocolsAndSuitesHaveTheirOwnShapes)
{
    auto all = shapedRows();
    all[2].protocol = "strict-1+shapes-ffffffff";
    const RowsByShape split = rowsByShape(all, shapeTimes());
    EXPECT_TRUE(shapeTexts(split.rows).contains("t m3 own shape –"));
    EXPECT_FALSE(shapeTexts(split.rows).contains("t m3 dim=4 –"));
    EXPECT_EQ(split.rows.size(), 8U);
}

TEST(ShapeRows, ASpeedupOverAnotherBaselineIsNotSplit)
{
    auto all = shapedRows();
    all[0].joinedReference = 0;
    all[1].takeSpeedup();
    const RowsByShape split = rowsByShape(all, shapeTimes());
    EXPECT_EQ(split.otherSpeedups, 1U);
    EXPECT_TRUE(shapeTexts(split.rows).contains("t m1 dim=4 –"));
    EXPECT_TRUE(shapeTexts(split.rows).contains("t m2 dim=4 –"));
    EXPECT_TRUE(hasPart(shapeSentence(split), "no times by shape: 1 speedup."))
        << shapeSentence(split);
}

TEST(ShapeRows, GroupsAreNamedByShape)
{
    EXPECT_EQ(groupByFromName("shape"), GroupBy::Shape);
    EXPECT_EQ(groupName(shapedRows()[0], GroupBy::Shape), "all shapes");
    const auto rates = rateTable(rowsByShape(shapedRows(), shapeTimes()).rows, GroupBy::Shape);
    ASSERT_EQ(rates.size(), 4U);
    EXPECT_EQ(rates[0].group, "dim=4");
    EXPECT_EQ(rates[0].evaluations, 3);
    EXPECT_EQ(rates[0].correct, 2);
    ASSERT_TRUE(rates[0].geometricMeanSpeedup);
    EXPECT_NEAR(*rates[0].geometricMeanSpeedup, std::sqrt(8.0), 1e-12);
    EXPECT_EQ(rates[2].group, "own shape");
    EXPECT_EQ(rates[2].evaluations, 4);
}

TEST(ShapeRows, AHistogramHasAPanelForEachShapeAndNoMeanOverAll)
{
    const ChartRequest request = shapeRequest(GroupBy::Shape);
    EXPECT_TRUE(drawsShapes(request));
    const Chart chart = drawnByShape(request);
    ASSERT_EQ(chart.panels.size(), 3U);
    EXPECT_EQ(chart.panels[0].title, "own shape");
    EXPECT_EQ(chart.panels[0].n, 4);
    EXPECT_EQ(chart.panels[1].title, "dim=4");
    EXPECT_EQ(chart.panels[1].n, 3);
    EXPECT_EQ(chart.n, 4) << "results, however many shapes they have";
    EXPECT_TRUE(chart.title.ends_with(" by shape")) << chart.title;
    EXPECT_FALSE(hasPart(chart.definition, "Geometric mean")) << chart.definition;
    EXPECT_TRUE(hasPart(chart.definition, "Split by shape: each pair counts once for each shape"))
        << chart.definition;
    EXPECT_TRUE(hasPart(buildChart(shapedRows(), shapeRequest(GroupBy::Category))->definition,
                        "Geometric mean"));
}

TEST(ShapeRows, ShapesCanBeLinesOfAnotherGroup)
{
    const ChartRequest request = shapeRequest(GroupBy::Category, GroupBy::Shape);
    EXPECT_TRUE(drawsShapes(request));
    EXPECT_FALSE(drawsShapes(shapeRequest(GroupBy::Category, GroupBy::Device)));
    const Chart chart = drawnByShape(request);
    ASSERT_EQ(chart.panels.size(), 1U);
    EXPECT_EQ(chart.panels[0].strips.size(), 3U);
    std::set<std::string> names;
    for (const ChartLegendEntry &each : chart.legend)
        names.insert(each.text);
    EXPECT_TRUE(names.contains("own shape") && names.contains("dim=4") && names.contains("dim=9"));
    EXPECT_FALSE(hasPart(chart.definition, "Geometric mean")) << chart.definition;
}

TEST(ShapeRows, OnlyChartsThatSeparateShapesCountAResultForEach)
{
    for (const ChartKindFacts &each : allChartKinds()) {
        ChartRequest panels = shapeRequest(GroupBy::Shape);
        panels.kind = each.kind;
        EXPECT_EQ(drawsShapes(panels), each.grouping != ChartGrouping::None) << each.id;
        ChartRequest lines = shapeRequest(GroupBy::Method, GroupBy::Shape);
        lines.kind = each.kind;
        EXPECT_EQ(drawsShapes(lines), each.grouping == ChartGrouping::Overlaid) << each.id;
    }
}

TEST(ShapeRows, AHeatMapHasALineForEachShapeOfATask)
{
    ChartRequest request = shapeRequest(GroupBy::Shape, GroupBy::Category);
    request.kind = ChartKind::HeatMap;
    const Chart chart = drawnByShape(request);
    ASSERT_EQ(chart.panels.size(), 1U);
    std::multiset<std::string> cells;
    for (const ChartCell &cell : chart.panels[0].cells)
        cells.insert(cell.mark.text.substr(0, cell.mark.text.find(" over")));
    EXPECT_EQ(cells,
              (std::multiset<std::string>{"one, own shape × c: 3.00×", "t, dim=4 × c: 2.83×",
                                          "t, dim=9 × c: 0.35×", "t, own shape × c: 2.83×"}));
}

TEST(ShapeRows, ShapesWithoutASpeedupAreNotSummed)
{
    auto all = shapedRows();
    for (MetricRow &row : all)
        row.verdict = row.task == "t" ? Verdict::WrongValue : Verdict::Correct;
    const ChartRequest request = shapeRequest(GroupBy::Shape);
    const ChartRows kept = withShapes(chartRows(all, request), rowsByShape(all, shapeTimes()));
    const auto chart = buildChart(kept, request);
    ASSERT_TRUE(chart);
    ASSERT_EQ(chart->panels.size(), 3U);
    for (const ChartPanel &panel : chart->panels)
        EXPECT_FALSE(hasPart(panel.title, "without a speedup")) << panel.title;
}

} // namespace loupe::test
