// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/freshtimes.h"

#include <gtest/gtest.h>

namespace loupe {

// Memory costs 0.10 ms when it is fresh and 0.04 ms when it is not.

TEST(FreshTimes, WhatComputesGainsOnlyWhatMemoryCosts)
{
    EXPECT_DOUBLE_EQ(leastRepeatedMs({1.0, 0.10, 0.04}), 1.0 - 2 * 0.06);
    EXPECT_FALSE(leavesOut(0.95, {1.0, 0.10, 0.04}));
    EXPECT_TRUE(leavesOut(0.5, {1.0, 0.10, 0.04}));
}

TEST(FreshTimes, WhatIsAllMemoryGainsNoMoreThanTwiceAPassDoes)
{
    EXPECT_DOUBLE_EQ(leastRepeatedMs({0.10, 0.10, 0.04}), 0.02);
    EXPECT_FALSE(leavesOut(0.04, {0.10, 0.10, 0.04})); // an honest copy
    EXPECT_TRUE(leavesOut(0.001, {0.10, 0.10, 0.04})); // a copy that was not made
}

TEST(FreshTimes, WithoutACacheNothingExplainsADifference)
{
    EXPECT_DOUBLE_EQ(leastRepeatedMs({1.0, 0.1, 0.1}), 1.0);
    EXPECT_DOUBLE_EQ(leastRepeatedMs({1.0, 0.1, 0.2}), 1.0); // a noisy pass is no reason
    EXPECT_DOUBLE_EQ(leastRepeatedMs({1.0, 0.0, 0.0}), 1.0);
    EXPECT_FALSE(leavesOut(0.95, {1.0, 0.1, 0.1})); // two medians differ by themselves
}

} // namespace loupe
