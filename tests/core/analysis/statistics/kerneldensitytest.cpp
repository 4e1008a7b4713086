// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/statistics/kerneldensity.h"

#include "core/analysis/charts/chartbuilder.h"
#include "core/analysis/metrics/errorshares.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

const std::vector<double> sampleSpeedups{0.25, 0.5, 0.8, 1.0, 1.1, 1.25, 2.0, 4.0, 7.5, 16.0};

std::vector<double> sampleLogs()
{
    std::vector<double> out;
    out.reserve(sampleSpeedups.size());
    for (const double speedup : sampleSpeedups)
        out.push_back(std::log2(speedup));
    return out;
}

} // namespace

// numpy, over v = log2 of the speedups: h = 0.9 * min(v.std(ddof=1), iqr / 1.34) * 10 ** -0.2, and
// exp(-0.5 * ((x - v) / h) ** 2).sum() / (10 * h * sqrt(2 * pi)) at x = -2, -1 … 4.
TEST(KernelDensity, MatchesNumpy)
{
    const std::vector<double> logs = sampleLogs();
    EXPECT_NEAR(silvermanBandwidth(logs), 0.8439296807942539, 1e-12);
    const auto density = kernelDensity(logs, -2, 4, 7);
    ASSERT_TRUE(density);
    const std::vector<double> expected{
        0.08316936585950725, 0.16421524858115516, 0.23451262372137804, 0.17696241547965447,
        0.11478476295651634, 0.09725420739819794, 0.07064542872604893};
    ASSERT_EQ(density->density.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_NEAR(density->at[i], -2 + static_cast<double>(i), 1e-12);
        EXPECT_NEAR(density->density[i], expected[i], 2e-5) << "binning costs less than that";
    }
}

TEST(KernelDensity, IntegratesToOneAndNeedsTwoValues)
{
    const std::vector<double> logs = sampleLogs();
    const auto density = kernelDensity(logs, -8, 10, 181);
    ASSERT_TRUE(density);
    double sum = 0;
    for (const double each : density->density)
        sum += each * 0.1;
    EXPECT_NEAR(sum, 1, 1e-3);
    EXPECT_FALSE(kernelDensity(std::vector<double>(5, 1.0), 0, 2, 9));
    EXPECT_FALSE(kernelDensity(std::vector<double>{1.0}, 0, 2, 9));
    EXPECT_FALSE(kernelDensity(logs, 2, 2, 9));
    // With equal quartiles, only the standard deviation is used.
    EXPECT_NEAR(silvermanBandwidth(std::vector<double>{0, 1, 1, 1, 1, 1, 2}),
                0.9 * std::sqrt(1.0 / 3) * std::pow(7, -0.2), 1e-12);
}

TEST(KernelDensity, AViolinHasItsBoxAndNamesItsBandwidth)
{
    std::vector<MetricRow> rows;
    for (const double speedup : sampleSpeedups)
        rows.push_back(metricRow("c", Verdict::Correct, speedup));
    ChartRequest request;
    request.kind = ChartKind::SpeedupViolins;
    const auto chart = buildChart(rows, request);
    ASSERT_TRUE(chart) << chart.error().text();
    const ChartBox &box = chart->panels.at(0).boxes.at(0);
    ASSERT_EQ(box.violin.size(), 65U);
    // numpy.percentile(v, [1, 99]) of the logarithms: -1.91 and 3.9016
    EXPECT_NEAR(std::log2(box.violin.front().at), -1.91, 1e-3);
    EXPECT_NEAR(std::log2(box.violin.back().at), 3.9016, 1e-3);
    double widest = 0;
    for (const ChartWidth &each : box.violin)
        widest = std::max(widest, each.share);
    EXPECT_DOUBLE_EQ(widest, 1);
    EXPECT_NE(chart->definition.find("Silverman 1986"), std::string::npos);
    request.kind = ChartKind::SpeedupBoxes;
    EXPECT_TRUE(buildChart(rows, request)->panels.at(0).boxes.at(0).violin.empty());
}

TEST(KernelDensity, DrawsFewValuesAsDots)
{
    std::vector<MetricRow> rows;
    for (std::size_t i = 0; i < sampleSpeedups.size(); ++i) {
        rows.push_back(metricRow("few", Verdict::Correct, sampleSpeedups[i]));
        rows.push_back(metricRow("many", Verdict::Correct, sampleSpeedups[i]));
        rows[2 * i].id = RowId(static_cast<std::int64_t>(2 * i + 1));
        rows[2 * i + 1].id = RowId(static_cast<std::int64_t>(2 * i + 2));
    }
    rows.erase(rows.begin()); // nine are left, which is too few
    rows.push_back(metricRow("few", Verdict::WrongValue));
    ChartRequest request;
    request.kind = ChartKind::SpeedupViolins;
    const auto chart = buildChart(rows, request);
    ASSERT_TRUE(chart) << chart.error().text();
    const ChartPanel &panel = chart->panels.at(0);
    ASSERT_EQ(panel.boxes.size(), 1U);
    EXPECT_EQ(panel.boxes[0].violin.size(), 65U);
    ASSERT_EQ(panel.dots.size(), 9U);
    for (std::size_t i = 0; i < panel.dots.size(); ++i) {
        EXPECT_DOUBLE_EQ(panel.dots[i].y, sampleSpeedups[i + 1]);
        ASSERT_EQ(panel.dots[i].mark.members.size(), 1U);
        EXPECT_EQ(panel.dots[i].mark.members[0], RowId(static_cast<std::int64_t>(2 * i + 3)));
        EXPECT_NE(panel.dots[i].x, panel.boxes[0].at);
    }
    EXPECT_LE(panel.y.least, 0.5);
    EXPECT_GE(panel.y.most, 16);
    EXPECT_NE(chart->definition.find("Groups of fewer than 10 are drawn as points"),
              std::string::npos);
    // A box is drawn for any number of values, because it only claims its five numbers.
    request.kind = ChartKind::SpeedupBoxes;
    EXPECT_EQ(buildChart(rows, request)->panels.at(0).boxes.size(), 2U);
}

TEST(ErrorShares, UseTheCountedResults)
{
    ErrorCounts counts(errorBins, 0);
    counts[3] = 6;
    counts[5] = 6;
    counts[notFiniteBin] = 4;
    EXPECT_EQ(commonestErrorBin(counts), 3);
    EXPECT_DOUBLE_EQ(errorShare(counts, notFiniteBin), 0.25);
    EXPECT_DOUBLE_EQ(errorShare(ErrorCounts(errorBins, 0), 0), 0);
    EXPECT_EQ(commonestErrorBin({}), 0);
}

} // namespace loupe::test
