// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rows/speeduphistogram.h"

#include <cmath>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe {

using test::histogramOf;
using test::metricRow;

TEST(SpeedupHistogram, BinsAreHalfOpenAndTheOuterOnesTakeTheRest)
{
    std::vector<MetricRow> rows;
    for (const double speedup : {1.0, 1.4, 1.5, 2.0, 0.99, 0.001, 0.125, 0.126, 1000.0, 8.0, 7.9})
        rows.push_back(metricRow("c", Verdict::Correct, speedup));
    const SpeedupHistogram histogram = histogramOf(rows);
    // By hand, <= 1/8, then two bins per octave from 1/8 to 8, then >= 8: 0.001 and 0.125 in the
    // first, 0.126 in (1/8, 0.177), 0.99 in [0.707, 1), 1.0 and 1.4 in [1, 1.414), 1.5 in
    // [1.414, 2), 2.0 in [2, 2.83), 7.9 in [5.66, 8), 8.0 and 1000 in the last.
    EXPECT_EQ(histogram.counts, (std::vector<int>{2, 1, 0, 0, 0, 0, 1, 2, 1, 1, 0, 0, 1, 2}));
    EXPECT_EQ(histogram.least, 0.001);
    EXPECT_EQ(histogram.most, 1000.0);
}

TEST(SpeedupHistogram, EveryNumberIsBetweenTheEdgesOfItsBin)
{
    std::mt19937 random(11);
    std::lognormal_distribution<double> speedups(0, 2);
    for (const HistogramAxis axis : {HistogramAxis{-3, 3, 4}, {-6, 10, 1}, {-1, 1, 8}}) {
        for (int i = 0; i < 2000; ++i) {
            const double speedup = speedups(random);
            const auto bin = static_cast<int>(axis.binOf(speedup));
            ASSERT_LT(bin, axis.bins());
            constexpr double slack = 1e-12;
            if (bin > 0) {
                EXPECT_GE(std::log2(speedup), axis.edgeLog2(bin) - slack);
            }
            if (bin < axis.bins() - 1) {
                EXPECT_LE(std::log2(speedup), axis.edgeLog2(bin + 1) + slack);
            }
        }
    }
}

TEST(SpeedupHistogram, EveryCorrectRowIsSomewhereExactlyOnce)
{
    for (unsigned seed = 0; seed < 20; ++seed) {
        const auto rows = test::randomRows(seed, 500);
        std::set<RowId> seen;
        const SpeedupHistogram h = histogramOf(rows);
        const int binned = std::accumulate(h.counts.begin(), h.counts.end(), 0);
        EXPECT_EQ(binned + h.unmeasured, h.correct);
        for (std::size_t b = 0; b < h.members.size(); ++b) {
            EXPECT_EQ(static_cast<int>(h.members[b].size()), h.counts[b]);
            for (const RowId id : h.members[b])
                EXPECT_TRUE(seen.insert(id).second);
        }
        EXPECT_EQ(h.n, 500);
    }
}

TEST(SpeedupHistogram, CountsOnlyTheRowsAtThePlaces)
{
    const std::vector<MetricRow> rows{
        metricRow("b", Verdict::Correct, 2.0), metricRow("a", Verdict::Crashed),
        metricRow("c", Verdict::Correct), metricRow("c", Verdict::NotRecorded)};
    const SpeedupHistogram histogram
        = histogramOf(rows, [](const MetricRow &row) { return row.category == "c"; });
    EXPECT_EQ(histogram.n, 2);
    EXPECT_EQ(histogram.correct, 1);
    EXPECT_EQ(histogram.unmeasured, 1);
}

TEST(SpeedupHistogram, GeometricMeanIsOverTheTimedCorrect)
{
    const std::vector<MetricRow> rows{
        metricRow("c", Verdict::Correct, 4.0), metricRow("c", Verdict::Correct, 0.25),
        metricRow("c", Verdict::WrongValue, 100.0), metricRow("c", Verdict::Correct)};
    EXPECT_NEAR(histogramOf(rows).geometricMean, 1.0, 1e-12);
}

} // namespace loupe
