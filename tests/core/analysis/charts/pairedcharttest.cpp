// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/pairedchart.h"

#include "core/analysis/charts/chartbuilder.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

/// Returns milliseconds of two methods: A faster, B faster, equal, and a task that B failed.
std::vector<MetricRow> timedRows()
{
    struct Task {
        const char *name;
        double first;
        std::optional<double> second;
    };
    std::vector<MetricRow> out;
    for (const Task &task : {Task{"fast", 0.02, 3.0}, Task{"slow", 80, 5.0},
                             Task{"alike", 1.0, 1.01}, Task{"failed", 1.0, std::nullopt}}) {
        for (const char *side : {"A", "B"}) {
            const bool isFirst = side == std::string("A");
            const std::optional<double> ms = isFirst ? task.first : task.second;
            MetricRow row = metricRow("c", ms ? Verdict::Correct : Verdict::WrongValue);
            row.id = {static_cast<std::int64_t>(out.size()) + 1};
            row.run = row.method = side;
            row.task = task.name;
            row.candidateMs = ms;
            out.push_back(row);
        }
    }
    return out;
}

RunComparison compared(const std::vector<MetricRow> &rows)
{
    ComparisonOptions options;
    options.measure = SpeedMeasure::Times;
    options.bootstrap.resamples = 100;
    return compareRuns(rows, "A", "B", options).value();
}

} // namespace

TEST(PairedChart, HasADotForEachTaskThatBothSidesTime)
{
    const std::vector<MetricRow> rows = timedRows();
    const auto chart = pairedChart(compared(rows), "codex", "deepseek");
    ASSERT_TRUE(chart) << chart.error().text();
    ASSERT_EQ(chart->panels.size(), 1U);
    const ChartPanel &panel = chart->panels.front();
    ASSERT_EQ(panel.dots.size(), 3U);
    EXPECT_EQ(chart->n, 3);
    // Dots are in the order of the tasks: alike, fast, slow.
    EXPECT_DOUBLE_EQ(panel.dots[1].x, 0.02);
    EXPECT_DOUBLE_EQ(panel.dots[1].y, 3.0);
    EXPECT_EQ(panel.dots[1].tone.kind, ChartTone::Kind::Faster);
    EXPECT_EQ(panel.dots[2].tone.kind, ChartTone::Kind::Slower);
    EXPECT_TRUE(panel.dots[0].tone.isHollow) << "inside the noise band";
    EXPECT_EQ(panel.dots[1].mark.members, (std::vector<RowId>{{1}, {2}}));
    EXPECT_EQ(panel.dots[1].mark.text, "fast: codex 0.02 ms, deepseek 3 ms; codex 150× ahead");
}

TEST(PairedChart, AxesAreEqualWithABandAroundEquality)
{
    const std::vector<MetricRow> rows = timedRows();
    const Chart chart = pairedChart(compared(rows), "codex", "deepseek").value();
    const ChartPanel &panel = chart.panels.front();
    EXPECT_EQ(panel.x.scale, ChartScale::Log10);
    EXPECT_DOUBLE_EQ(panel.x.least, 0.01);
    EXPECT_DOUBLE_EQ(panel.x.most, 100);
    EXPECT_EQ(panel.x.least, panel.y.least);
    EXPECT_EQ(panel.x.most, panel.y.most);
    EXPECT_EQ(panel.x.title, "codex, ms per call");
    ASSERT_EQ(panel.lines.size(), 3U) << "equality, and ten times to either side";
    for (const ChartPoint &point : panel.lines.front().points) {
        EXPECT_DOUBLE_EQ(point.x, point.y);
        EXPECT_NEAR(*point.high / point.y, 1.05, 1e-12);
        EXPECT_NEAR(*point.low / point.y, 1 / 1.05, 1e-12);
    }
    for (const ChartLine &line : panel.lines) {
        for (const ChartPoint &point : line.points) {
            EXPECT_GE(point.y, panel.y.least * (1 - 1e-12));
            EXPECT_LE(point.y, panel.y.most * (1 + 1e-12));
        }
    }
}

TEST(PairedChart, IsRefusedWithoutCommonTimes)
{
    std::vector<MetricRow> rows = timedRows();
    for (MetricRow &row : rows)
        row.candidateMs.reset();
    EXPECT_FALSE(pairedChart(compared(rows), "codex", "deepseek"));
}

TEST(PairedChart, IsAKindOfChartByMethod)
{
    const std::vector<MetricRow> rows = timedRows();
    ChartRequest request;
    request.kind = ChartKind::PairedScatter;
    request.groupBy = GroupBy::Category; // only methods have pairs
    const auto chart = buildChart(rows, request);
    ASSERT_TRUE(chart) << chart.error().text();
    EXPECT_EQ(chart->panels.front().dots.size(), 3U);
    EXPECT_EQ(chart->panels.front().x.title, "A, ms per call");
    const std::vector<MetricRow> alone(rows.begin(), rows.begin() + 1);
    EXPECT_FALSE(buildChart(alone, request));
}

} // namespace loupe::test
