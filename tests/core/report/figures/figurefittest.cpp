// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/figurefit.h"

#include "core/report/figures/figurespec.h"

#include <set>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

Chart chartOf(int panels)
{
    Chart out;
    out.panelsOf = "categories";
    out.definition = "D.";
    for (int i = 0; i < panels; ++i) {
        out.panels.emplace_back();
        out.panels.back().title = std::to_string(i);
        out.panels.back().n = 100 - i;
        out.panels.back().strips.resize(1);
    }
    return out;
}

FigureSpec specOf(const char *preset)
{
    FigureSpec out;
    out.name = "f";
    out.preset = preset;
    out.widthInches = figureSize(preset)->widthInches;
    out.heightInches = figureSize(preset)->heightInches;
    out.fontPoints = figureSize(preset)->fontPoints;
    return out;
}

} // namespace

// Fifteen panels in one column of a paper once came out 5 px high.
TEST(FigureFit, ShowsReadablePanelsAndOffersTheRest)
{
    const Chart chart = chartOf(15);
    FigureSpec spec = specOf("icml-single");
    const FigureFit fit = figureFit(chart, spec);
    EXPECT_TRUE(fit.problem.empty()) << fit.problem;
    EXPECT_LT(fit.shown, 15);
    EXPECT_GT(fit.pages, 1);
    ASSERT_FALSE(fit.offers.empty());
    std::set<std::string> seen;
    for (spec.page = 1; spec.page <= fit.pages; ++spec.page) {
        const auto page = fittedChart(chart, spec);
        ASSERT_TRUE(page) << page.error().text();
        EXPECT_NE(page->definition.find(" Page "), std::string::npos);
        EXPECT_NE(page->definition.find("categories"), std::string::npos) << page->definition;
        for (const ChartPanel &panel : page->panels)
            EXPECT_TRUE(seen.insert(panel.title).second);
    }
    EXPECT_EQ(seen.size(), 15u);
    EXPECT_FALSE(fittedChart(chart, spec)) << "there is no such page";
}

TEST(FigureFit, OffersFit)
{
    for (const FigureSize &size : figureSizes()) {
        for (const int panels : {2, 7, 15, 40}) {
            const Chart chart = chartOf(panels);
            for (const int columns : {0, 1, 12}) {
                for (const int asked : {0, 40}) {
                    FigureSpec spec = specOf(size.id.data());
                    spec.columns = columns;
                    spec.panels = asked;
                    const FigureFit fit = figureFit(chart, spec);
                    for (const FigureOffer &offer : fit.offers) {
                        FigureSpec taken = offer.spec;
                        // An offer about columns leaves the panels unchanged.
                        const FigureFit next = figureFit(chart, taken);
                        if (taken.heightInches != spec.heightInches
                            || taken.panels != spec.panels) {
                            EXPECT_EQ(next.problem, "") << size.id << " " << offer.text;
                        }
                    }
                }
            }
        }
    }
}

TEST(FigureFit, RefusesOversizedLayoutsWithAHint)
{
    FigureSpec spec = specOf("icml-single");
    spec.columns = 8;
    const auto wide = fittedChart(chartOf(15), spec);
    ASSERT_FALSE(wide);
    EXPECT_EQ(wide.error().code, Errc::Unsupported);
    // 3.25 in are 234 pt. Three times eleven letters of 7 pt (77 pt) fit.
    EXPECT_EQ(wide.error().hint, "it has for 3 columns");
    spec.columns = 0;
    spec.panels = 15;
    const auto high = fittedChart(chartOf(15), spec);
    ASSERT_FALSE(high);
    EXPECT_NE(high.error().hint.find("panels in a figure"), std::string::npos);
    EXPECT_NE(high.error().hint.find("a height of"), std::string::npos) << high.error().hint;
    spec.panels = 4;
    const auto few = fittedChart(chartOf(15), spec);
    ASSERT_TRUE(few);
    EXPECT_EQ(few->panels.size(), 4u);
}

TEST(FigureFit, SinglePanelAlwaysFits)
{
    FigureSpec spec = specOf("icml-single");
    spec.heightInches = 0.5;
    spec.columns = 12;
    spec.panels = 9;
    const auto chart = fittedChart(chartOf(1), spec);
    ASSERT_TRUE(chart);
    EXPECT_EQ(chart->definition, "D.");
}

} // namespace loupe::test
