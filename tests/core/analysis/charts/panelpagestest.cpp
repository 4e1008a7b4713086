// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/panelgrid.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

Chart chartOfSizes(const std::vector<int> &sizes)
{
    Chart out;
    out.title = "T";
    out.panelsOf = "categories";
    for (const int n : sizes) {
        out.panels.emplace_back();
        out.panels.back().title = std::to_string(out.panels.size());
        out.panels.back().n = n;
    }
    return out;
}

} // namespace

TEST(PanelGrid, ShowsAsManyReadablePanelsAsFit)
{
    std::mt19937 random(3);
    std::uniform_int_distribution<int> count(1, 60);
    std::uniform_real_distribution<double> length(50, 2000);
    const PanelSize least{150, 130};
    for (int i = 0; i < 2000; ++i) {
        const int panels = count(random);
        const PanelSize room{length(random), length(random)};
        const PanelGrid grid = panelGrid(panels, room, least);
        const int fitting = std::max(1, static_cast<int>(room.width / least.width))
            * std::max(1, static_cast<int>(room.height / least.height));
        EXPECT_EQ(grid.shown, std::min(panels, fitting));
        EXPECT_GE(grid.columns * grid.rows, grid.shown);
        EXPECT_LT(grid.columns * (grid.rows - 1), grid.shown) << "no empty row";
        if (room.width >= least.width) {
            EXPECT_GE(room.width / grid.columns, least.width);
        }
        if (room.height >= least.height) {
            EXPECT_GE(room.height / grid.rows, least.height);
        }
    }
}

TEST(PanelGrid, FourPanelsAreTwoByTwo)
{
    EXPECT_EQ(panelGrid(4, {1230, 640}, {152, 130}).columns, 2);
}

TEST(PanelGrid, UsesTheRequestedColumns)
{
    const PanelGrid grid = panelGrid(10, {1000, 400}, {150, 130}, 2);
    EXPECT_EQ(grid.columns, 2);
    EXPECT_EQ(grid.rows, 3);
    EXPECT_EQ(grid.shown, 6);
    EXPECT_EQ(panelGrid(0, {1000, 400}, {150, 130}).shown, 0);
}

TEST(PanelPages, DescribeTheRemainingPanels)
{
    const Chart chart = chartOfSizes({24, 21, 19, 8, 1002});
    EXPECT_EQ(restText(chart, 0, 5), "");
    EXPECT_EQ(restText(chart, 0, 3), "2 more categories, n 1\u202F010");
    const Chart sorted = chartOfSizes({24, 21, 19, 8, 2});
    EXPECT_EQ(restText(sorted, 0, 3), "2 smaller categories, n 10");
    EXPECT_EQ(restText(sorted, 3, 3), "3 larger categories, n 64");
    Chart lines = chartOfSizes({0, 0, 0});
    lines.panelsOf.clear();
    EXPECT_EQ(restText(lines, 0, 1), "2 more panels");
}

TEST(PanelPages, HoldEachPanelOnce)
{
    const Chart chart = chartOfSizes({5, 4, 3, 2, 1});
    std::string titles;
    for (const std::size_t first : {0U, 2U, 4U}) {
        const Chart page = chartPage(chart, first, 2);
        EXPECT_EQ(page.title, "T");
        for (const ChartPanel &panel : page.panels)
            titles += panel.title;
    }
    EXPECT_EQ(titles, "12345");
    EXPECT_TRUE(chartPage(chart, 9, 2).panels.empty());
}

} // namespace loupe::test
