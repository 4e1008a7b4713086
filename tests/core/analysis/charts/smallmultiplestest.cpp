// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartbuilder.h"
#include "core/analysis/charts/chartgroups.h"
#include "core/model/saved/chartcolors.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

std::vector<MetricRow> rowsOfMethods(int methods)
{
    std::vector<MetricRow> out;
    for (int method = 0; method < methods; ++method) {
        for (int task = 0; task < 12; ++task) {
            out.push_back(metricRow(task % 2 == 0 ? "even" : "odd", Verdict::Correct,
                                    1.0 + 0.1 * task + 0.01 * method));
            out.back().id = {100 * method + task + 1};
            out.back().task = "t" + std::to_string(task);
            out.back().method = "m" + std::to_string(method);
        }
    }
    return out;
}

std::set<RowId> membersOf(const Chart &chart)
{
    std::set<RowId> out;
    for (const ChartPanel &panel : chart.panels) {
        for (const ChartBar &bar : panel.bars)
            out.insert(bar.mark.members.begin(), bar.mark.members.end());
        for (const ChartBox &box : panel.boxes)
            out.insert(box.mark.members.begin(), box.mark.members.end());
    }
    return out;
}

bool hasSeries(const Chart &chart)
{
    bool out = false;
    for (const ChartPanel &panel : chart.panels) {
        for (const ChartBar &bar : panel.bars)
            out = out || bar.tone.kind == ChartTone::Kind::Series;
        for (const ChartBox &box : panel.boxes)
            out = out || box.tone.kind == ChartTone::Kind::Series;
    }
    return out;
}

} // namespace

TEST(SmallMultiples, SplitsSeriesBeyondThePaletteIntoPanels)
{
    for (const ChartKind kind : {ChartKind::SuccessBars, ChartKind::SpeedupBoxes}) {
        for (const int methods : {6, 7}) {
            const auto rows = rowsOfMethods(methods);
            ChartRequest request;
            request.kind = kind;
            request.splitBy = GroupBy::Method;
            const auto chart = buildChart(rows, request);
            ASSERT_TRUE(chart) << chart.error().text();
            const bool isMultiple = methods > seriesColors;
            EXPECT_EQ(chart->panels.size(), isMultiple ? 7u : 1u);
            EXPECT_EQ(chart->legend.empty(), isMultiple);
            EXPECT_EQ(hasSeries(*chart), !isMultiple);
            EXPECT_EQ(membersOf(*chart).size(), rows.size());
            if (isMultiple) {
                EXPECT_EQ(chart->panels.front().title, "m0");
                EXPECT_EQ(chart->panelsOf, "methods");
                EXPECT_EQ(chart->panels.front().y.most, chart->panels.back().y.most);
            }
        }
    }
}

TEST(SmallMultiples, PluralsAreEnglish)
{
    EXPECT_EQ(pluralText("category"), "categories");
    EXPECT_EQ(pluralText("suite"), "suites");
}

TEST(SeriesLetters, AndDashesDistinguishSeries)
{
    std::set<char> letters;
    std::set<std::vector<double>> dashes;
    for (int series = 0; series < seriesColors; ++series) {
        letters.insert(seriesLetter(series));
        const auto dash = seriesDash(series);
        EXPECT_EQ(dash.size() % 2, 0u) << "each dash has its gap";
        dashes.emplace(dash.begin(), dash.end());
    }
    EXPECT_EQ(letters.size(), static_cast<std::size_t>(seriesColors));
    EXPECT_EQ(*letters.begin(), 'A');
    EXPECT_EQ(dashes.size(), static_cast<std::size_t>(seriesColors));
}

} // namespace loupe::test
