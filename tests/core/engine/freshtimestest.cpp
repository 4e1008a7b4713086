// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/freshtimes.h"

#include <gtest/gtest.h>

namespace loupe {

// Reading memory takes 0.10 ms when it is fresh and 0.04 ms when it is cached.

TEST(FreshTimes, ComputeBoundCallsGainOnlyMemoryTime)
{
    EXPECT_DOUBLE_EQ(minRepeatedMs({1.0, 0.10, 0.04}), 1.0 - 2 * 0.06);
    EXPECT_DOUBLE_EQ(missingFactor(0.44, {1.0, 0.10, 0.04}), 2.0);
}

TEST(FreshTimes, MemoryBoundCallsGainAtMostTwoPasses)
{
    EXPECT_DOUBLE_EQ(minRepeatedMs({0.10, 0.10, 0.04}), 0.02);
    EXPECT_DOUBLE_EQ(missingFactor(0.04, {0.10, 0.10, 0.04}), 0.5); // an honest copy
    EXPECT_DOUBLE_EQ(missingFactor(0.001, {0.10, 0.10, 0.04}), 20); // a copy that was skipped
}

TEST(FreshTimes, ExpectsNoGainWithoutACache)
{
    EXPECT_DOUBLE_EQ(minRepeatedMs({1.0, 0.1, 0.1}), 1.0);
    EXPECT_DOUBLE_EQ(minRepeatedMs({1.0, 0.1, 0.2}), 1.0); // a noisy measurement explains nothing
    EXPECT_DOUBLE_EQ(minRepeatedMs({1.0, 0.0, 0.0}), 1.0);
}

TEST(FreshTimes, ToleratesNoiseOfRepeatedCalls)
{
    EXPECT_EQ(judgeRepeatedCalls(0.9, 0.9), RepeatedCalls::BorneOut);
    EXPECT_EQ(judgeRepeatedCalls(1.1, 1.1), RepeatedCalls::BorneOut); // within noise
    EXPECT_EQ(judgeRepeatedCalls(1.5, 1.5), RepeatedCalls::Doubtful); // a third may be skipped
    EXPECT_EQ(judgeRepeatedCalls(1.9, 1.9), RepeatedCalls::LeftOut);
}

TEST(FreshTimes, ShortestCallsCastDoubtButProveNothing)
{
    // The usual repeated call was made while the machine was slow, the shortest fresh one was not.
    EXPECT_EQ(judgeRepeatedCalls(0.8, 1.4), RepeatedCalls::Doubtful);
    EXPECT_EQ(judgeRepeatedCalls(0.8, 3.0), RepeatedCalls::Doubtful);
    EXPECT_EQ(judgeRepeatedCalls(0.8, 1.1), RepeatedCalls::BorneOut);
    EXPECT_EQ(judgeRepeatedCalls(1.9, 1.1), RepeatedCalls::LeftOut);
}

} // namespace loupe
