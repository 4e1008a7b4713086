// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/statistics/speedup.h"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

TEST(Speedup, IsTheRatioOfMedians)
{
    const std::vector<double> baseline{4, 2, 100};
    const std::vector<double> candidate{1, 2, 3};
    const SpeedupEstimate estimate = estimateSpeedup(baseline, candidate);
    EXPECT_DOUBLE_EQ(estimate.baselineMs, 4);
    EXPECT_DOUBLE_EQ(estimate.candidateMs, 2);
    EXPECT_DOUBLE_EQ(estimate.speedup, 2);
    EXPECT_LE(estimate.low, estimate.speedup);
    EXPECT_GE(estimate.high, estimate.speedup);
}

TEST(Speedup, ConstantSidesHaveNoSpread)
{
    const std::vector<double> baseline(8, 3.0);
    const std::vector<double> candidate(8, 1.5);
    const SpeedupEstimate estimate = estimateSpeedup(baseline, candidate);
    EXPECT_DOUBLE_EQ(estimate.low, 2);
    EXPECT_DOUBLE_EQ(estimate.high, 2);
    EXPECT_DOUBLE_EQ(relativeHalfWidth(baseline, candidate), 0);
}

TEST(UnpairedSpeedup, ResamplesEachSideOnItsOwn)
{
    // In pairs both sides rise together, so that the ratio of the medians hardly varies.
    std::vector<double> baseline;
    std::vector<double> candidate;
    for (int i = 0; i < 40; ++i) {
        baseline.push_back(4.0 + 0.02 * i);
        candidate.push_back(2.0 + 0.01 * i);
    }
    const auto unpaired = estimateUnpaired(baseline, candidate);
    const SpeedupEstimate paired = estimateSpeedup(baseline, candidate);
    ASSERT_TRUE(unpaired);
    EXPECT_DOUBLE_EQ(unpaired->speedup, 2);
    EXPECT_DOUBLE_EQ(unpaired->speedup, paired.speedup);
    EXPECT_NEAR(paired.high, paired.low, 1e-12);
    EXPECT_LT(unpaired->low, 1.97);
    EXPECT_GT(unpaired->high, 2.03);
    EXPECT_GT(unpaired->low, 1.7);
    EXPECT_LT(unpaired->high, 2.3);
}

TEST(UnpairedSpeedup, AcceptsUnequalSampleCountsAboveTheMinimum)
{
    const std::vector<double> many(50, 3.0);
    const std::vector<double> four(4, 1.5);
    const auto estimate = estimateUnpaired(many, four);
    ASSERT_TRUE(estimate);
    EXPECT_DOUBLE_EQ(estimate->low, 2);
    EXPECT_DOUBLE_EQ(estimate->high, 2);
    EXPECT_FALSE(estimateUnpaired(many, std::vector<double>(3, 1.5)));
    EXPECT_FALSE(estimateUnpaired({}, four));
}

TEST(ProcessHalfWidth, DependsOnTheClock)
{
    EXPECT_EQ(processHalfWidthOf("engine_wall"), hostProcessHalfWidth);
    EXPECT_EQ(processHalfWidthOf("cupti"), processHalfWidth);
}

TEST(Speedup, AllowsForDifferencesBetweenProcesses)
{
    // By hand, on the log scale: 0.03 and 0.04 give 0.05, and 0 and 0.04 give 0.04.
    const SpeedupEstimate narrow{1, 2, 2, 2 / std::exp(0.03), 2};
    const SpeedupEstimate wide = allowingForProcesses(narrow, 0.04);
    EXPECT_DOUBLE_EQ(wide.speedup, 2);
    EXPECT_NEAR(wide.low, 2 / std::exp(0.05), 1e-12);
    EXPECT_NEAR(wide.high, 2 * std::exp(0.04), 1e-12);
}

TEST(Speedup, HalfWidthMatchesAHandCalculation)
{
    // log ratios 0, 0.1, 0.2: mean 0.1, s = 0.1, t(0.975, 2) = 4.302653 (any t table);
    // half width = 4.302653 · 0.1 / sqrt(3) = 0.248414.
    const std::vector<double> baseline{1.0, std::exp(0.1), std::exp(0.2)};
    const std::vector<double> candidate{1, 1, 1};
    EXPECT_NEAR(relativeHalfWidth(baseline, candidate), 0.248414, 1e-5);
    EXPECT_TRUE(
        std::isinf(relativeHalfWidth(std::span(baseline).first(1), std::span(candidate).first(1))));
}

TEST(Speedup, UsesStudentsIntervalForFewPairs)
{
    // Log ratios 0 and 0.02: s = 0.0141421, t(0.975, 1) = 12.7062 (any t table). The half width is
    // 12.7062 · 0.0141421 / sqrt(2) = 0.127062. A bootstrap could not exceed the observed range.
    const std::vector<double> baseline{1.0, std::exp(0.02)};
    const std::vector<double> candidate{2, 2};
    const SpeedupEstimate estimate = estimateSpeedup(baseline, candidate);
    EXPECT_NEAR(std::log(estimate.speedup / estimate.low), 0.127062, 1e-5);
    EXPECT_NEAR(std::log(estimate.high / estimate.speedup), 0.127062, 1e-5);
    const SpeedupEstimate one
        = estimateSpeedup(std::span(baseline).first(1), std::span(candidate).first(1));
    EXPECT_DOUBLE_EQ(one.low, 0.5);
    EXPECT_DOUBLE_EQ(one.high, 0.5);
}

TEST(Speedup, CasesTogetherAreTheirGeometricMean)
{
    // sqrt(2 · 8) = 4. Intervals 2·e^±0.3 and 8·e^±0.4: half width sqrt(0.09 + 0.16) / 2 = 0.25.
    const SpeedupEstimate small{1, 2, 2, 2 * std::exp(-0.3), 2 * std::exp(0.3)};
    const SpeedupEstimate large{3, 24, 8, 8 * std::exp(-0.4), 8 * std::exp(0.4)};
    const SpeedupEstimate all = combineCases(std::vector{small, large});
    EXPECT_NEAR(all.speedup, 4, 1e-12);
    EXPECT_NEAR(all.low, 4 * std::exp(-0.25), 1e-12);
    EXPECT_NEAR(all.high, 4 * std::exp(0.25), 1e-12);
    EXPECT_DOUBLE_EQ(all.candidateMs, 2);
    EXPECT_DOUBLE_EQ(all.baselineMs, 13);
    const SpeedupEstimate alone = combineCases(std::span(&small, 1));
    EXPECT_NEAR(alone.low, small.low, 1e-12);
}

TEST(Speedup, IntervalHasItsNominalCoverage)
{
    // A/A data with 5 % log-normal noise: the true speedup is 1. The nominal level is 95 %. The
    // percentile bootstrap of medians is conservative or slightly short at n = 24.
    std::mt19937_64 random(7);
    std::normal_distribution<double> noise(0, 0.05);
    int covered = 0;
    constexpr int experiments = 300;
    for (int e = 0; e < experiments; ++e) {
        std::vector<double> baseline(24), candidate(24);
        for (std::size_t i = 0; i < baseline.size(); ++i) {
            baseline[i] = std::exp(noise(random));
            candidate[i] = std::exp(noise(random));
        }
        const SpeedupEstimate estimate = estimateSpeedup(baseline, candidate);
        covered += estimate.low <= 1 && 1 <= estimate.high ? 1 : 0;
    }
    EXPECT_GE(covered, experiments * 91 / 100);
    EXPECT_LT(covered, experiments) << "an interval that always covers says nothing";
}

} // namespace loupe
