// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartbuilder.h"
#include "core/analysis/rows/grouping.h"
#include "core/analysis/rows/speeduphistogram.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

std::vector<MetricRow> rowsOf(unsigned seed, int count, int methods = 3)
{
    std::vector<MetricRow> rows = randomRows(seed, count);
    std::mt19937 random(seed);
    for (MetricRow &row : rows) {
        row.method = "m" + std::to_string(random() % static_cast<unsigned>(methods));
        row.device = random() % 2 == 0 ? "a" : "b";
        row.isWithheld = random() % 10 == 0;
    }
    return rows;
}

MetricRow rowOf(std::int64_t id, const std::string &method, Verdict verdict,
                std::optional<double> speedup = std::nullopt)
{
    MetricRow row = metricRow("c", verdict, speedup);
    row.id = {id};
    row.method = method;
    return row;
}

ChartRequest histogramBy(GroupBy groupBy)
{
    ChartRequest request;
    request.groupBy = groupBy;
    request.withoutWithheld = false;
    return request;
}

Chart built(const std::vector<MetricRow> &rows, const ChartRequest &request)
{
    auto chart = buildChart(rows, request);
    EXPECT_TRUE(chart) << chart.error().text();
    return chart ? std::move(*chart) : Chart();
}

int stripSum(const ChartStrip &strip)
{
    return std::accumulate(strip.parts.begin(), strip.parts.end(), 0,
                           [](int sum, const ChartStrip::Part &part) { return sum + part.count; });
}

} // namespace

TEST(HistogramChart, EveryEvaluationIsInOneStripAndEveryTimedOneInOneBar)
{
    for (unsigned seed = 0; seed < 10; ++seed) {
        const auto rows = rowsOf(seed, 700);
        ChartRequest request = histogramBy(GroupBy::Category);
        request.isMirrored = seed % 2 == 0;
        if (seed % 3 != 0)
            request.splitBy = GroupBy::Device;
        std::set<RowId> inStrips;
        std::set<RowId> inBars;
        for (const ChartPanel &panel : built(rows, request).panels) {
            for (const ChartStrip &strip : panel.strips) {
                EXPECT_EQ(stripSum(strip), strip.n);
                for (const ChartStrip::Part &part : strip.parts) {
                    EXPECT_EQ(part.mark.members.size(), static_cast<std::size_t>(part.count));
                    for (const RowId id : part.mark.members)
                        EXPECT_TRUE(inStrips.insert(id).second);
                }
            }
            for (const ChartBar &bar : panel.bars) {
                for (const RowId id : bar.mark.members)
                    EXPECT_TRUE(inBars.insert(id).second);
            }
        }
        std::set<RowId> timed;
        for (const MetricRow &row : rows) {
            if (usableSpeedup(row))
                timed.insert(row.id);
        }
        EXPECT_EQ(inStrips.size(), rows.size());
        EXPECT_EQ(inBars, timed);
    }
}

TEST(HistogramChart, HeightsAreSharesOfThePanelsN)
{
    auto rows = rowsOf(3, 500);
    for (MetricRow &row : rows)
        row.isWithheld = false;
    const Chart chart = built(rows, histogramBy(GroupBy::Category));
    EXPECT_EQ(chart.panels.size(), 5U);
    for (const ChartPanel &panel : chart.panels) {
        const SpeedupHistogram histogram
            = histogramOf(rows, [&](const MetricRow &row) { return row.category == panel.title; });
        EXPECT_GT(histogram.n, 0) << panel.title;
        EXPECT_EQ(panel.note, "n " + std::to_string(histogram.n));
        EXPECT_EQ(panel.n, histogram.n);
        double sum = 0;
        for (const ChartBar &bar : panel.bars) {
            EXPECT_DOUBLE_EQ(bar.value - bar.base,
                             static_cast<double>(bar.mark.members.size()) / histogram.n);
            EXPECT_LE(bar.value, panel.y.most);
            sum += bar.value - bar.base;
        }
        EXPECT_NEAR(sum * histogram.n, histogram.correct - histogram.unmeasured, 1e-9);
        EXPECT_EQ(panel.y.most, chart.panels.front().y.most) << "the same axes in every panel";
        EXPECT_EQ(panel.x.least, chart.panels.front().x.least);
    }
}

TEST(HistogramChart, LabelsOpenBinsWithTheirRange)
{
    const std::vector<MetricRow> rows{
        rowOf(1, "m", Verdict::Correct, 842.0), rowOf(2, "m", Verdict::Correct, 8.0),
        rowOf(3, "m", Verdict::Correct, 0.01), rowOf(4, "m", Verdict::Correct, 1.5)};
    const Chart chart = built(rows, histogramBy(GroupBy::All));
    const ChartPanel &panel = chart.panels.at(0);
    EXPECT_EQ(panel.x.ticks.front().text, "≤⅛");
    EXPECT_EQ(panel.x.ticks.back().text, "≥8");
    EXPECT_TRUE(panel.x.ticks.front().isKept && panel.x.ticks.back().isKept);
    ASSERT_EQ(panel.bars.size(), 3u);
    EXPECT_TRUE(panel.bars[0].isOpen);
    EXPECT_EQ(panel.bars[0].mark.text, "≤⅛× and below, down to 0.010×: 1 of 4");
    EXPECT_EQ(panel.bars[2].mark.text, "≥8× and above, up to 842.00×: 2 of 4");
    EXPECT_GT(panel.bars[2].from, 8) << "apart from the bins that are as wide as they are drawn";
    EXPECT_NE(chart.definition.find("≤⅛ and ≥8, hold all values beyond"), std::string::npos)
        << chart.definition;
}

TEST(HistogramChart, UsesTheRequestedBinsAndRange)
{
    ChartRequest request = histogramBy(GroupBy::All);
    request.axis = {-1, 4, 1};
    const std::vector<MetricRow> rows{rowOf(1, "m", Verdict::Correct, 0.7),
                                      rowOf(2, "m", Verdict::Correct, 12.0)};
    const ChartPanel panel = built(rows, request).panels.at(0);
    std::vector<std::string> ticks;
    for (const ChartTick &tick : panel.x.ticks)
        ticks.push_back(tick.text);
    EXPECT_EQ(ticks, (std::vector<std::string>{"≤½", "1×", "2", "4", "8", "≥16"}));
    EXPECT_DOUBLE_EQ(panel.bars.at(0).from, 0.5);
    EXPECT_DOUBLE_EQ(panel.bars.at(0).to, 1);
    EXPECT_DOUBLE_EQ(panel.bars.at(1).from, 8);
    EXPECT_DOUBLE_EQ(panel.bars.at(1).to, 16);
}

TEST(HistogramChart, StripsKeepTheirOrder)
{
    const std::vector<MetricRow> rows{
        rowOf(1, "m", Verdict::NotRecorded),  rowOf(2, "m", Verdict::RunTimeout),
        rowOf(3, "m", Verdict::CompileError), rowOf(4, "m", Verdict::Crashed),
        rowOf(5, "m", Verdict::WrongValue),   rowOf(6, "m", Verdict::Correct),
        rowOf(7, "m", Verdict::Correct, 0.5), rowOf(8, "m", Verdict::Correct, 2.0),
        rowOf(9, "m", Verdict::InfraError),   rowOf(10, "m", Verdict::Correct, 3.0)};
    const Chart chart = built(rows, histogramBy(GroupBy::All));
    const ChartStrip &strip = chart.panels.at(0).strips.at(0);
    std::vector<std::pair<std::string, int>> parts;
    for (const ChartStrip::Part &part : strip.parts)
        parts.emplace_back(part.name, part.count);
    // By hand, in the order of every strip.
    EXPECT_EQ(parts,
              (std::vector<std::pair<std::string, int>>{{"correct, faster", 2},
                                                        {"correct, not faster", 1},
                                                        {"correct, not timed", 1},
                                                        {"wrong result", 1},
                                                        {"crash", 1},
                                                        {"no build", 1},
                                                        {"time-out", 1},
                                                        {"not judged", 2}}));
    EXPECT_TRUE(strip.parts.back().tone.isHatched);
    ASSERT_EQ(chart.legend.size(), 8u);
    for (std::size_t i = 0; i < parts.size(); ++i)
        EXPECT_EQ(chart.legend[i].text, parts[i].first);
}

TEST(HistogramChart, MirrorsPartsAndDrawsSuspicionsHollow)
{
    std::vector<MetricRow> rows;
    for (int i = 0; i < 4; ++i)
        rows.push_back(rowOf(i + 1, "a", Verdict::Correct, 1.5));
    for (int i = 0; i < 2; ++i)
        rows.push_back(rowOf(i + 11, "b", Verdict::Correct, 1.5));
    rows.push_back(rowOf(13, "b", Verdict::CompileError));
    rows[0].isWithheld = true;
    ChartRequest request = histogramBy(GroupBy::All);
    request.splitBy = GroupBy::Method;
    request.isMirrored = true;
    request.withoutWithheld = false; // counted, and drawn hollow
    const Chart chart = built(rows, request);
    ASSERT_EQ(chart.panels.size(), 1u);
    const ChartPanel &panel = chart.panels.front();
    EXPECT_EQ(panel.note, "n 3 to 4");
    ASSERT_EQ(panel.bars.size(), 3u);
    // By hand: for a, 3 of 4 solid and 1 of 4 hollow on top; for b, 2 of 3.
    EXPECT_DOUBLE_EQ(panel.bars[0].value, 0.75);
    EXPECT_FALSE(panel.bars[0].tone.isHollow);
    EXPECT_DOUBLE_EQ(panel.bars[1].base, 0.75);
    EXPECT_DOUBLE_EQ(panel.bars[1].value, 1.0);
    EXPECT_TRUE(panel.bars[1].tone.isHollow);
    EXPECT_DOUBLE_EQ(panel.bars[2].value, -2.0 / 3);
    EXPECT_EQ(panel.y.least, -panel.y.most);
    ASSERT_EQ(panel.strips.size(), 2u);
    EXPECT_EQ(panel.strips[0].parts.size(), 1u) << "all of a are correct, faster";
    EXPECT_EQ(panel.strips[1].parts.at(0).mark.text, "b, correct, faster: 2 of 3");
}

TEST(HistogramChart, SplitsSeriesBeyondThePaletteIntoPanels)
{
    for (const int methods : {6, 7}) {
        const auto rows = rowsOf(5, 600, methods);
        ChartRequest request = histogramBy(GroupBy::All);
        request.splitBy = GroupBy::Method;
        const Chart chart = built(rows, request);
        const bool isMultiple = methods > 6;
        EXPECT_EQ(chart.panels.size(), isMultiple ? 7u : 1u);
        std::set<int> series;
        for (const ChartPanel &panel : chart.panels) {
            EXPECT_EQ(panel.strips.size(), isMultiple ? 1u : 6u);
            for (const ChartBar &bar : panel.bars) {
                EXPECT_EQ(bar.isStep, !isMultiple);
                if (bar.isStep)
                    series.insert(bar.tone.series);
            }
        }
        EXPECT_EQ(series.size(), isMultiple ? 0u : 6u);
    }
}

TEST(HistogramChart, TitleFollowsTheRequest)
{
    auto rows = rowsOf(2, 60);
    EXPECT_EQ(built(rows, histogramBy(GroupBy::Category)).title, "Speedup histogram by category");
    for (MetricRow &row : rows)
        row.baseline = "torch.compile";
    const Chart chart = built(rows, histogramBy(GroupBy::Category));
    EXPECT_EQ(chart.title, "Speedup over torch.compile by category");
    EXPECT_EQ(chart.panelsOf, "categories");
    EXPECT_EQ(built(rows, histogramBy(GroupBy::All)).title, "Speedup over torch.compile");
    rows[0].baseline = "eager";
    rows[0].verdict = Verdict::Correct;
    rows[0].speedup = 2;
    EXPECT_EQ(built(rows, histogramBy(GroupBy::All)).title, "Speedup histogram");
}

TEST(HistogramChart, NamesTheReasonForAnEmptyPanel)
{
    std::vector<MetricRow> rows{rowOf(1, "m", Verdict::WrongValue),
                                rowOf(2, "m", Verdict::Crashed)};
    EXPECT_EQ(built(rows, histogramBy(GroupBy::Category)).panels.at(0).whyEmpty, "none correct");
    rows.push_back(rowOf(3, "m", Verdict::Correct));
    EXPECT_EQ(built(rows, histogramBy(GroupBy::Category)).panels.at(0).whyEmpty,
              "1 correct, none with a speedup");
    rows.push_back(rowOf(4, "m", Verdict::Correct, 2.0));
    EXPECT_EQ(built(rows, histogramBy(GroupBy::Category)).panels.at(0).whyEmpty, "");
}

} // namespace loupe::test
