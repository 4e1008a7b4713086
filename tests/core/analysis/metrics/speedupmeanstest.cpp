// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/speedupmeans.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

TEST(SpeedupMeans, ByHand)
{
    const std::vector<double> values{4, 1, 2, 8};
    EXPECT_DOUBLE_EQ(*arithmeticMeanOf(values), 3.75);
    EXPECT_DOUBLE_EQ(*harmonicMeanOf(values), 4 / (0.25 + 1 + 0.5 + 0.125));
    EXPECT_FALSE(arithmeticMeanOf({}));
    EXPECT_FALSE(harmonicMeanOf({}));
    EXPECT_FALSE(interquartileMeanOf({}, QuartileRule::Exact));
    EXPECT_FALSE(globalRatio({}));
}

// KernelGenBench analyze.py: mean of sorted[n//4 : 3n//4]; geometric mean of fewer than four
// values. For n = 6 it uses indices 1 to 3: (2 + 3 + 4) / 3.
TEST(SpeedupMeans, InterquartileMeanAsKernelGenBench)
{
    const std::vector<double> six{6, 4, 1, 100, 3, 2};
    EXPECT_DOUBLE_EQ(*interquartileMeanOf(six, QuartileRule::KernelGenBench), 3.0);
    const std::vector<double> three{1, 2, 4};
    EXPECT_NEAR(*interquartileMeanOf(three, QuartileRule::KernelGenBench), 2.0, 1e-12);
    const std::vector<double> four{1, 2, 3, 100};
    EXPECT_DOUBLE_EQ(*interquartileMeanOf(four, QuartileRule::KernelGenBench), 2.5);
}

// By hand: the middle half of six values is half of the second, the third, the fourth and half of
// the fifth.
TEST(SpeedupMeans, InterquartileMeanExact)
{
    const std::vector<double> six{1, 2, 3, 4, 6, 100};
    EXPECT_DOUBLE_EQ(*interquartileMeanOf(six, QuartileRule::Exact), (1 + 3 + 4 + 3) / 3.0);
    EXPECT_DOUBLE_EQ(*interquartileMeanOf(std::vector<double>{7}, QuartileRule::Exact), 7);
}

// KernelGenBench's Table 2: the overall 0.78 is the geometric mean of 0.86 (101 operators), 1.02
// (34) and 0.51 (47), weighted by passed count.
TEST(SpeedupMeans, KernelGenBenchsOverallIsWeightedByPassed)
{
    std::vector<double> values(101, 0.86);
    values.insert(values.end(), 34, 1.02);
    values.insert(values.end(), 47, 0.51);
    EXPECT_DOUBLE_EQ(std::round(*geometricMeanOf(values) * 100) / 100, 0.78);
}

// By hand: the ratio of totals is not the mean of ratios. 10/1 and 1/10 give 1, not 5.05.
TEST(SpeedupMeans, GlobalRatioWeighsByTime)
{
    const std::vector<TimePair> pairs{{10, 1}, {1, 10}};
    EXPECT_DOUBLE_EQ(*globalRatio(pairs), 1.0);
}

// By hand: a candidate that drops the longest of three sizes claims 23 / 3 = 7.67. At equal work it
// is 3 / 3.
TEST(SpeedupMeans, EqualWorkUndoesDroppedRows)
{
    std::vector<CaseTimes> named(3);
    named[0].baselineMs = {1, 1, 1};
    named[0].candidateMs = {1};
    named[1].baselineMs = {2};
    named[1].candidateMs = {2};
    named[2].baselineMs = {20};
    const EqualWork out = equalWork(named);
    EXPECT_DOUBLE_EQ(*out.speedup, 1.0);
    EXPECT_DOUBLE_EQ(*out.claimed, 23.0 / 3);
    EXPECT_EQ(out.cases, 2);
    EXPECT_EQ(out.baselineOnly, 1);
    EXPECT_EQ(out.candidateOnly, 0);
    EXPECT_DOUBLE_EQ(out.coveredShare, 3.0 / 23);
    EXPECT_FALSE(equalWork({}).speedup);
}

TEST(SpeedupMeans, BestOfTasksClampedOrNot)
{
    const std::vector<double> best{0.25, 4};
    EXPECT_DOUBLE_EQ(*geometricMeanOfBest(best, false), 1.0);
    EXPECT_DOUBLE_EQ(*geometricMeanOfBest(best, true), 2.0);
}

} // namespace loupe::test
