// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartbuilder.h"
#include "core/base/files.h"
#include "core/report/figures/charttable.h"
#include "core/report/figures/figurechanges.h"
#include "core/report/figures/figuresource.h"
#include "core/report/figures/figurespec.h"
#include "core/report/figures/flowplaces.h"
#include "core/report/figures/paperfigure.h"
#include "core/report/tables/latextext.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>

#include <gtest/gtest.h>

namespace loupe {

namespace {

std::vector<MetricRow> randomRows(unsigned seed, int count)
{
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> verdict(0, 5);
    std::lognormal_distribution<double> speedup(0, 1.2);
    std::vector<MetricRow> rows;
    for (int i = 0; i < count; ++i) {
        MetricRow row;
        row.id = RowId{i + 1};
        row.task = "task " + std::to_string(i % 40);
        row.category = "category " + std::to_string(random() % 5);
        row.method = "method " + std::to_string(random() % 3);
        constexpr std::array verdicts{Verdict::Correct,     Verdict::Correct,
                                      Verdict::WrongValue,  Verdict::CompileError,
                                      Verdict::NotRecorded, Verdict::Correct};
        row.verdict = verdicts.at(static_cast<std::size_t>(verdict(random)));
        if (row.verdict == Verdict::Correct && random() % 4 != 0)
            row.speedup = speedup(random);
        rows.push_back(row);
    }
    return rows;
}

std::size_t placeOf(const DataTable &table, const std::string &column)
{
    const auto found = std::find(table.columns.begin(), table.columns.end(), column);
    EXPECT_NE(found, table.columns.end()) << column;
    return static_cast<std::size_t>(found - table.columns.begin());
}

std::string messageOf(const std::string &spec)
{
    const auto parsed = parseFigureSpec(spec, "a.json");
    return parsed ? std::string("none") : parsed.error().text() + parsed.error().detail;
}

PaperFigure plainFigure(const Chart &chart)
{
    PaperFigure figure;
    figure.spec.name = "test";
    figure.chart = chart;
    figure.table = chartTable(chart);
    return figure;
}

} // namespace

TEST(ChartTable, PartsOfStripsAddUpToAll)
{
    for (unsigned seed = 1; seed <= 40; ++seed) {
        const auto rows = randomRows(seed, 30 + static_cast<int>(seed) * 17);
        const auto chart = buildChart(rows, ChartRequest());
        ASSERT_TRUE(chart) << chart.error().text();
        const DataTable table = chartTable(*chart);
        const std::size_t panel = placeOf(table, "panel");
        const std::size_t evaluations = placeOf(table, "evaluations");
        const std::size_t mark = placeOf(table, "mark");
        std::map<std::string, std::int64_t> counted;
        for (const DataRow &row : table.rows) {
            if (std::get<std::string>(row[mark]) != "strip")
                continue;
            counted[std::get<std::string>(row[panel])] += std::get<std::int64_t>(row[evaluations]);
        }
        std::map<std::string, std::int64_t> expected;
        for (const MetricRow &row : rows)
            ++expected[std::string(row.category)];
        EXPECT_EQ(counted, expected) << "seed " << seed;
    }
}

TEST(ChartTable, CategoryAxesShowNames)
{
    Chart chart;
    chart.title = "Title";
    chart.definition = "What it is.";
    ChartPanel panel;
    panel.x.least = -0.5;
    panel.x.most = 1.5;
    panel.x.ticks = {{0, "Math"}, {1, "Fusion"}};
    ChartBar bar;
    bar.from = 0.6;
    bar.to = 1.4;
    bar.value = 0.25;
    bar.low = 0.2;
    bar.high = 0.3;
    panel.bars.push_back(bar);
    ChartCell cell;
    cell.outcome = Outcome::Wrong;
    panel.cells.push_back(cell);
    chart.panels.push_back(panel);
    const DataTable table = chartTable(chart);
    EXPECT_EQ(table.caption, "Title. What it is.");
    EXPECT_EQ(
        toCsv(table),
        "mark,x,row,value,low,high\r\ncell,Math,0,wrong result,,\r\nbar,Fusion,,0.25,0.2,0.3\r\n");
}

TEST(FigureSpec, RoundTrips)
{
    FigureSpec spec;
    spec.name = "speedups (2)";
    spec.title = "Über \"alles\"";
    spec.filter = "suite:kernelbench speedup>1";
    spec.chart.kind = ChartKind::PassAtK;
    spec.chart.groupBy = GroupBy::Method;
    spec.chart.splitBy = GroupBy::Round;
    spec.chart.isMirrored = true;
    spec.chart.fast = {{0.8, Threshold::AtLeast}, {1.0, Threshold::Above}};
    spec.chart.passAt = {1, 5};
    spec.chart.axis.maxLog2 = 5;
    spec.chart.seed = 7;
    spec.chart.order = TaskOrder::Likeness;
    spec.chart.cost = CostUnit::Seconds;
    spec.preset = "";
    spec.widthInches = 4.5;
    spec.fontFamily = "Inter";
    spec.palette = FigurePalette::Grey;
    spec.hasLetters = true;
    spec.columns = 3;
    spec.panels = 6;
    spec.page = 2;
    const auto again = parseFigureSpec(text(spec), "a.json");
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_EQ(text(*again), text(spec));
    EXPECT_EQ(again->chart.fast.at(0).threshold, Threshold::AtLeast);
    EXPECT_EQ(again->widthInches, 4.5);
    EXPECT_EQ(again->chart.splitBy, GroupBy::Round);
    EXPECT_EQ(again->panels, 6);
    for (const char *young : {"\"panels\"", "\"page\""})
        EXPECT_EQ(text(FigureSpec()).find(young), std::string::npos)
            << "written only where it is not as usual: older figures keep their bytes";
}

TEST(FigureSpec, EveryWrongFieldIsNamed)
{
    EXPECT_NE(messageOf("[]").find("object"), std::string::npos);
    const std::string message = messageOf(R"({"version": 1, "name": "../a", "filter": "colour:red",
        "chart": {"kind": "pie", "group_by": "moon", "seed": -1, "fast": [{"p": -1}], "tilt": 3},
        "size": {"preset": "napkin", "width_inches": 1e9}, "font": {"points": 2},
        "palette": "rainbow", "caption": "{secret}", "extra": 1})");
    for (const char *field :
         {"a.json:name", "a.json:filter", "a.json:chart.kind", "a.json:chart.group_by",
          "a.json:chart.seed", "a.json:chart.fast[0].p", "a.json:chart.tilt", "a.json:size.preset",
          "a.json:font.points", "a.json:palette", "a.json:caption", "a.json:extra"})
        EXPECT_NE(message.find(field), std::string::npos) << field << " in " << message;
    EXPECT_NE(messageOf(R"({"version": 1, "name": "a"})").find("a.json:chart"), std::string::npos);
    EXPECT_NE(messageOf(R"({"version": 1, "name": ""})").find("a.json:name"), std::string::npos);
    EXPECT_EQ(parseFigureSpec(R"({"version": 99, "name": "a"})", "a").error().code,
              Errc::Unsupported);
}

TEST(FigureSpec, ASpecOfVersion0StillDraws)
{
    const auto spec = parseFigureSpec(R"({"version": 0, "name": "old", "chart": "success",
        "group_by": "method", "filter": "round:0", "width": 4, "height": 2, "font_size": 8,
        "grey": true, "caption": "{n} of {title}"})",
                                      "old.json");
    ASSERT_TRUE(spec) << spec.error().detail;
    EXPECT_EQ(spec->chart.kind, ChartKind::SuccessBars);
    EXPECT_EQ(spec->chart.groupBy, GroupBy::Method);
    EXPECT_EQ(spec->widthInches, 4.0);
    EXPECT_EQ(spec->fontPoints, 8.0);
    EXPECT_EQ(spec->palette, FigurePalette::Grey);
    EXPECT_TRUE(buildChart(randomRows(1, 50), spec->chart));
    EXPECT_NE(text(*spec).find("\"version\": 1"), std::string::npos);
}

TEST(FigureSpec, SizesOfVenuesAreTheirColumns)
{
    // Column widths of the venues' LaTeX styles, in inches.
    EXPECT_EQ(figureSize("icml-single")->widthInches, 3.25);
    EXPECT_EQ(figureSize("neurips-full")->widthInches, 5.5);
    EXPECT_EQ(figureSize("ieee-single")->widthInches, 3.5);
    EXPECT_EQ(figureSize("nowhere"), nullptr);
    const auto spec = parseFigureSpec(
        R"({"version": 1, "name": "a", "chart": {"kind": "success"}, "size": {"preset": "slide"}})",
        "a");
    ASSERT_TRUE(spec);
    EXPECT_EQ(spec->widthInches, 10.0);
    EXPECT_EQ(spec->fontPoints, 18.0);
}

TEST(FigureSpec, TheShippedGalleryIsValid)
{
    const auto specs
        = readFigureSpecs(std::filesystem::path(LOUPE_SOURCE_DIR) / "resources/figures");
    ASSERT_TRUE(specs) << specs.error().text() << specs.error().detail;
    EXPECT_GE(specs->size(), 10U);
}

TEST(FigureChanges, ListChangedAddedAndRemovedMarks)
{
    const std::string before = "panel,mark,x,value,evaluations\r\nA,bar,1,3,3\r\nA,bar,2,5,5\r\n";
    const std::string after = "panel,mark,x,value,evaluations\r\nA,bar,1,4,3\r\nB,bar,1,1,1\r\n";
    const auto moved = movedNumbers(before, after);
    ASSERT_TRUE(moved);
    const std::vector<MovedNumber> expected{
        {"A, bar, 1", "value", "3", "4"}, {"B, bar, 1", "", "", "1"}, {"A, bar, 2", "", "5", ""}};
    EXPECT_EQ(*moved, expected);
    EXPECT_EQ(text(expected[0]), "A, bar, 1: value 3 → 4");
    EXPECT_TRUE(movedNumbers(before, before)->empty());
    EXPECT_FALSE(movedNumbers("\"a", before));
}

TEST(PaperFigure, HostileTextStaysText)
{
    Chart chart;
    chart.title = "\\input{/etc/passwd} & 50% <script>";
    ChartPanel panel;
    panel.title = "=cmd()|' /C calc'!A0 \\end{document}";
    panel.x.ticks = {{0, "a_b$x$\n\\write18{rm}"}};
    ChartBar bar;
    bar.to = 1;
    bar.value = 1;
    bar.label = "#{}~^";
    panel.bars.push_back(bar);
    chart.panels.push_back(panel);
    PaperFigure figure = plainFigure(chart);
    figure.spec.filter = "\n\\input{x}";
    const auto written = figureText(figure, "tex");
    ASSERT_TRUE(written);
    // After the comment with the unchanged spec, there is no command from the text.
    const std::size_t body = written->find('\n');
    for (const char *command : {"\\input", "\\end{document}", "\\write18"})
        EXPECT_EQ(written->find(command, body), std::string::npos) << command;
    EXPECT_NE(figureText(figure, "csv")->find("'=cmd()"), std::string::npos);
    EXPECT_EQ(figureText(figure, "exe").error().code, Errc::InvalidInput);
    EXPECT_EQ(latexText("½ 1\u202F000 →"), "$\\frac12$ 1\\,000 \\textrightarrow{}");
    EXPECT_EQ(latexText("○ \"Käse\" 中 𝛼 ą"), "$\\circ$ ''Käse'' [U+4E2D] [U+1D6FC] [U+0105]");
    EXPECT_EQ(latexText("a\xFFz\xE2\x96"), "a?z??");
}

TEST(PaperFigure, FlowsFillTheirNodes)
{
    ChartPanel panel;
    panel.x.most = 1;
    panel.nodes = {{0, 6, {}, "6 wrong", {}},
                   {0, 2, {}, "2 correct", {}},
                   {1, 3, {}, "3 wrong", {}},
                   {1, 5, {}, "5 correct", {}}};
    panel.flows = {{0, 3, 3, {}, {}}, {0, 2, 3, {}, {}}, {1, 3, 2, {}, {}}};
    const FlowPlaces places = flowPlaces(panel, 0.2);
    // 8 samples and one gap fill the panel, so each takes a tenth.
    EXPECT_NEAR(places.nodes[0].height, 0.6, 1e-12);
    EXPECT_NEAR(places.nodes[1].top, 0.8, 1e-12);
    EXPECT_NEAR(places.flows[1].fromTop, 0, 1e-12) << "what goes to the upper node leaves above";
    EXPECT_NEAR(places.flows[0].fromTop, 0.3, 1e-12);
    EXPECT_NEAR(places.flows[0].toTop, 0.5, 1e-12);
    EXPECT_NEAR(places.flows[2].toTop, 0.8, 1e-12);
}

TEST(PaperFigure, RefusesOneColourBarForTwoAxes)
{
    Chart chart;
    for (const double most : {1.0, 1.0}) {
        ChartPanel &panel = chart.panels.emplace_back();
        panel.colour.most = most;
        panel.cells.push_back({0, 0, 0.5, {}, {}});
    }
    EXPECT_TRUE(bool(checkColourAxes(chart)));
    chart.panels[1].colour.most = 8;
    EXPECT_EQ(checkColourAxes(chart).error().code, Errc::Unsupported);
    chart.panels[1].cells[0].value.reset();
    EXPECT_TRUE(bool(checkColourAxes(chart))) << "cells without a value have no colour";
}

} // namespace loupe
