// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/runestimate.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(RunEstimate, SaysNothingWithoutEarlierEvaluations)
{
    const std::vector<std::string> tasks{"a"};
    EXPECT_FALSE(estimateSeconds({}, tasks, 2).seconds);
    EXPECT_FALSE(estimateSeconds({{"a", {{1, 1}}}}, {}, 2).seconds);
}

TEST(RunEstimate, AddsUpWhatTasksTook)
{
    // Task a: 4 s on two processors and 1 s of timing: 3 s each time, without variation.
    const SecondsByTask earlier{{"a", {{4, 1}, {4, 1}}}};
    const std::vector<std::string> tasks{"a", "a", "a"};
    const RunEstimate estimate = estimateSeconds(earlier, tasks, 2);
    EXPECT_DOUBLE_EQ(*estimate.seconds, 9);
    EXPECT_DOUBLE_EQ(*estimate.secondsLow, 9);
    EXPECT_DOUBLE_EQ(*estimate.secondsHigh, 9);
    EXPECT_EQ(estimate.itemsWithHistory, 3);
}

TEST(RunEstimate, ItsSpreadIsThatOfTheSum)
{
    // Two times of mean 2 and variance 2; four items: 4*2 for themselves and 16*2/2 for the mean.
    const SecondsByTask earlier{{"a", {{0, 1}, {0, 3}}}};
    const std::vector<std::string> tasks(4, "a");
    const RunEstimate estimate = estimateSeconds(earlier, tasks, 1);
    EXPECT_DOUBLE_EQ(*estimate.seconds, 8);
    EXPECT_NEAR(*estimate.secondsHigh - 8, 1.2815515655446004 * std::sqrt(24.0), 1e-12);
    EXPECT_NEAR(8 - *estimate.secondsLow, 1.2815515655446004 * std::sqrt(24.0), 1e-12);
}

TEST(RunEstimate, TasksWithoutAPastAreGuessedAndCounted)
{
    const SecondsByTask earlier{{"a", {{0, 2}, {0, 2}}}};
    const std::vector<std::string> tasks{"a", "new"};
    const RunEstimate estimate = estimateSeconds(earlier, tasks, 1);
    EXPECT_EQ(estimate.itemsWithHistory, 1);
    EXPECT_DOUBLE_EQ(*estimate.seconds, 4);
    EXPECT_GT(*estimate.secondsHigh, 6) << "what is not known varies by itself";
    EXPECT_GE(*estimate.secondsLow, 0);
}

} // namespace loupe
