// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartbuilder.h"
#include "core/analysis/charts/chartgroups.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

void addTasks(std::vector<MetricRow> &rows, const std::string &category, int tasks,
              std::optional<double> speedup, int slow = 0)
{
    for (int task = 0; task < tasks; ++task) {
        MetricRow row
            = metricRow(category, speedup ? Verdict::Correct : Verdict::WrongValue, speedup);
        if (task < slow)
            row.speedup = 0.3;
        row.id = {static_cast<std::int64_t>(rows.size()) + 1};
        row.task = category + std::to_string(task);
        row.method = "m";
        rows.push_back(row);
    }
}

/// Two large categories with half of their tasks in a bin, and three small ones with all of them.
std::vector<MetricRow> rowsOfSizes()
{
    std::vector<MetricRow> rows;
    addTasks(rows, "Fusion", 10, 1.1, 5);
    addTasks(rows, "Math", 6, 1.1, 3);
    addTasks(rows, "Loss", 4, 1.1);
    addTasks(rows, "Scan", 1, 1.1);
    addTasks(rows, "Sort", 2, 1.1);
    return rows;
}

std::vector<std::string> titlesOf(const Chart &chart)
{
    std::vector<std::string> out;
    for (const ChartPanel &panel : chart.panels)
        out.push_back(panel.title);
    return out;
}

Chart chartBy(const std::vector<MetricRow> &rows, GroupBy groupBy,
              ChartKind kind = ChartKind::SpeedupHistogram)
{
    ChartRequest request;
    request.kind = kind;
    request.groupBy = groupBy;
    const auto chart = buildChart(rows, request);
    EXPECT_TRUE(chart) << chart.error().text();
    return chart ? *chart : Chart();
}

} // namespace

TEST(SmallGroups, AreSummedInOneLastPanel)
{
    const Chart chart = chartBy(rowsOfSizes(), GroupBy::Category);
    EXPECT_EQ(titlesOf(chart),
              (std::vector<std::string>{"Fusion", "Math", "3 smaller categories, 7 tasks"}));
    ASSERT_EQ(chart.panels.size(), 3U);
    EXPECT_EQ(chart.panels[2].note, "n 7, bars to 100.0 %");
    ASSERT_EQ(chart.panels[2].bars.size(), 1U);
    EXPECT_EQ(chart.panels[2].bars[0].mark.members.size(), 7U) << "one click leads to all of them";
}

TEST(SmallGroups, AreOneBarAndOneLine)
{
    const Chart rates = chartBy(rowsOfSizes(), GroupBy::Category, ChartKind::SuccessBars);
    ASSERT_EQ(rates.panels.at(0).x.ticks.size(), 3U);
    EXPECT_EQ(rates.panels[0].x.ticks[2].text, "3 smaller categories, 7 tasks");
    const Chart curves = chartBy(rowsOfSizes(), GroupBy::Category, ChartKind::FastPCurve);
    ASSERT_EQ(curves.panels.at(0).lines.size(), 3U);
    EXPECT_EQ(curves.panels[0].lines[2].name, "3 smaller categories, 7 tasks");
}

TEST(SmallGroups, SingleAndOnlySmallGroupsKeepTheirNames)
{
    std::vector<MetricRow> rows;
    addTasks(rows, "Fusion", 10, 1.1);
    addTasks(rows, "Scan", 1, 1.1);
    EXPECT_EQ(titlesOf(chartBy(rows, GroupBy::Category)),
              (std::vector<std::string>{"Fusion", "Scan"}));
    rows.clear();
    addTasks(rows, "Scan", 1, 1.1);
    addTasks(rows, "Sort", 2, 1.1);
    EXPECT_EQ(titlesOf(chartBy(rows, GroupBy::Category)),
              (std::vector<std::string>{"Sort", "Scan"}));
}

TEST(SmallGroups, MethodsAreNeverPooled)
{
    std::vector<MetricRow> rows = rowsOfSizes();
    for (MetricRow &row : rows)
        row.method = row.category;
    EXPECT_EQ(chartBy(rows, GroupBy::Method).panels.size(), 5U);
}

// The four tasks of Scan are one bar of 100 %; half of Fusion's tasks are one of 50 %.
TEST(SmallGroups, DoNotSetTheAxisOfAll)
{
    std::vector<MetricRow> rows;
    addTasks(rows, "Fusion", 10, 1.1, 5);
    addTasks(rows, "Scan", 4, 1.1);
    const Chart chart = chartBy(rows, GroupBy::Category);
    ASSERT_EQ(chart.panels.size(), 2U);
    for (const ChartPanel &panel : chart.panels)
        EXPECT_DOUBLE_EQ(panel.y.most, 0.54) << "8 % above the highest of Fusion";
    EXPECT_EQ(chart.panels[0].note, "n 10");
    EXPECT_EQ(chart.panels[1].note, "n 4, bars to 100.0 %") << "a cut bar has its number";
    rows.erase(rows.begin(), rows.begin() + 10);
    EXPECT_DOUBLE_EQ(chartBy(rows, GroupBy::Category).panels.at(0).y.most, 1.08)
        << "alone, they have their own axis";
}

TEST(EmptyHistograms, AreOnePanelWithAllOutcomes)
{
    std::vector<MetricRow> rows;
    addTasks(rows, "Fusion", 6, 1.1);
    addTasks(rows, "Math", 7, std::nullopt);
    addTasks(rows, "Loss", 5, std::nullopt);
    const Chart some = chartBy(rows, GroupBy::Category);
    EXPECT_EQ(titlesOf(some),
              (std::vector<std::string>{"Fusion", "2 categories without a speedup"}));
    ASSERT_EQ(some.panels.at(1).strips.size(), 1U);
    EXPECT_EQ(some.panels[1].strips[0].n, 12);
    EXPECT_EQ(some.panels[1].whyEmpty, "none correct");
    std::erase_if(rows, [](const MetricRow &row) { return row.category == "Fusion"; });
    EXPECT_EQ(titlesOf(chartBy(rows, GroupBy::Category)),
              (std::vector<std::string>{"2 categories without a speedup"}));
}

TEST(EmptyHistograms, OfManyMethodsAreOnePanelPerGroup)
{
    std::vector<MetricRow> rows;
    for (int method = 0; method < 9; ++method) {
        const std::size_t first = rows.size();
        addTasks(rows, "Fusion", 5, method < 2 ? std::optional(1.5) : std::optional<double>());
        for (std::size_t i = first; i < rows.size(); ++i)
            rows[i].method = "m" + std::to_string(method);
    }
    ChartRequest request;
    request.splitBy = GroupBy::Method;
    const auto chart = buildChart(rows, request);
    ASSERT_TRUE(chart);
    EXPECT_EQ(titlesOf(*chart),
              (std::vector<std::string>{"Fusion · m0", "Fusion · m1",
                                        "Fusion · 7 methods without a speedup"}));
}

} // namespace loupe::test
