// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/statistics/remainingtime.h"

#include "core/analysis/statistics/randomstream.h"

#include <queue>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Returns the seconds until `workers` finish all durations, taken in order.
double makespan(const std::vector<double> &durations, std::size_t workers)
{
    std::priority_queue<double, std::vector<double>, std::greater<>> free;
    for (std::size_t i = 0; i < workers; ++i)
        free.push(0);
    double last = 0;
    for (const double duration : durations) {
        const double end = free.top() + duration;
        free.pop();
        free.push(end);
        last = std::max(last, end);
    }
    return last;
}

} // namespace

// From Python's statistics: mean 5, variance 4.8, quantile of NormalDist; the header's formula was
// retyped there.
TEST(RemainingTime, AgreesWithTheFormulaByHand)
{
    const std::array durations{2.0, 4.0, 4.0, 5.0, 7.0, 8.0};
    const std::array underWay{1.0, 9.0};
    const auto left = remainingTime({durations, underWay, 10, 12.0});
    ASSERT_TRUE(left);
    EXPECT_NEAR(left->expected, 16.35, 1e-12);
    EXPECT_NEAR(left->low, 11.296070152405166, 1e-12);
    EXPECT_NEAR(left->high, 21.403929847594835, 1e-12);
    EXPECT_NEAR(left->perMinute, 40.0, 1e-12);
}

TEST(RemainingTime, EqualDurationsHaveNoSpread)
{
    const std::array<double, 5> durations{3, 3, 3, 3, 3};
    const auto left = remainingTime({durations, {}, 4, 15.0});
    ASSERT_TRUE(left);
    EXPECT_DOUBLE_EQ(left->expected, 12.0);
    EXPECT_DOUBLE_EQ(left->low, 12.0);
    EXPECT_DOUBLE_EQ(left->high, 12.0);
}

TEST(RemainingTime, ReturnsNothingBelowFiveDurationsOrWithoutWork)
{
    const std::array<double, 5> durations{1, 2, 3, 4, 5};
    EXPECT_FALSE(remainingTime({std::span(durations).first(4), {}, 10, 5.0}));
    EXPECT_FALSE(remainingTime({durations, {}, 0, 5.0}));
    EXPECT_FALSE(remainingTime({durations, {}, 3, 0.0}));
    const std::array<double, 5> nothing{};
    EXPECT_FALSE(remainingTime({nothing, {}, 3, 1.0}));
}

// The interval promises 80 %. Exponential durations are more skewed than those of most runs, and
// the formula ignores that workers idle during the last items.
TEST(RemainingTime, IntervalsHaveTheirNominalCoverage)
{
    constexpr int repeats = 400;
    constexpr std::size_t workers = 4;
    constexpr std::size_t seen = 60;
    constexpr std::size_t waiting = 200;
    int held = 0;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        RandomStream random(20261122, static_cast<std::uint64_t>(repeat));
        const auto draw = [&random](std::size_t count) {
            std::vector<double> durations(count);
            for (double &duration : durations)
                duration = -10 * std::log1p(-random.uniform());
            return durations;
        };
        const auto durations = draw(seen);
        double busy = 0;
        for (const double duration : durations)
            busy += duration;
        const auto left = remainingTime({durations, {}, static_cast<int>(waiting), busy / workers});
        ASSERT_TRUE(left);
        const double truth = makespan(draw(waiting), workers);
        held += truth >= left->low && truth <= left->high ? 1 : 0;
    }
    EXPECT_GT(held, repeats * 70 / 100);
    EXPECT_LT(held, repeats * 90 / 100);
}

} // namespace loupe
