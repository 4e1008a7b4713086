// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/freshtimes.h"

#include <vector>

#include <gtest/gtest.h>

namespace loupe {

// Reading memory takes 0.10 ms when it is fresh and 0.04 ms when it is cached.

TEST(FreshTimes, WhatComputesGainsOnlyWhatMemoryCosts)
{
    EXPECT_DOUBLE_EQ(minRepeatedMs({1.0, 0.10, 0.04}), 1.0 - 2 * 0.06);
    EXPECT_DOUBLE_EQ(missingFactor(0.44, {1.0, 0.10, 0.04}), 2.0);
}

TEST(FreshTimes, WhatIsAllMemoryGainsNoMoreThanTwiceAPassDoes)
{
    EXPECT_DOUBLE_EQ(minRepeatedMs({0.10, 0.10, 0.04}), 0.02);
    EXPECT_DOUBLE_EQ(missingFactor(0.04, {0.10, 0.10, 0.04}), 0.5); // an honest copy
    EXPECT_DOUBLE_EQ(missingFactor(0.001, {0.10, 0.10, 0.04}), 20); // a copy that was skipped
}

TEST(FreshTimes, WithoutACacheNothingExplainsADifference)
{
    EXPECT_DOUBLE_EQ(minRepeatedMs({1.0, 0.1, 0.1}), 1.0);
    EXPECT_DOUBLE_EQ(minRepeatedMs({1.0, 0.1, 0.2}), 1.0); // a noisy measurement explains nothing
    EXPECT_DOUBLE_EQ(minRepeatedMs({1.0, 0.0, 0.0}), 1.0);
}

TEST(FreshTimes, WhatABusyMachineMakesOfARepeatedCallIsNoReason)
{
    EXPECT_EQ(judgeRepeatedCalls(0.9, 1.0, 0.9), RepeatedCalls::BorneOut);
    EXPECT_EQ(judgeRepeatedCalls(1.1, 1.0, 1.1), RepeatedCalls::BorneOut); // within noise
    EXPECT_EQ(judgeRepeatedCalls(1.5, 1.0, 1.5),
              RepeatedCalls::Doubtful); // a third may be skipped
    EXPECT_EQ(judgeRepeatedCalls(1.5, 1.5, 1.5), RepeatedCalls::Doubtful);
    EXPECT_EQ(judgeRepeatedCalls(1.9, 1.0, 1.9), RepeatedCalls::LeftOut);
    EXPECT_EQ(judgeRepeatedCalls(1.9, 0.3, 1.9), RepeatedCalls::LeftOut); // not stricter
    // As much is missing without any skipped work.
    EXPECT_EQ(judgeRepeatedCalls(1.9, 1.5, 1.9), RepeatedCalls::Disturbed);
    EXPECT_EQ(judgeRepeatedCalls(2.5, 1.5, 2.5), RepeatedCalls::LeftOut);
}

TEST(FreshTimes, WhatIsSeenCloselyCastsDoubtAndProvesNothing)
{
    // The usual repeated call was made while the machine was slow, the shortest fresh one was not.
    EXPECT_EQ(judgeRepeatedCalls(0.8, 0.6, 1.4), RepeatedCalls::Doubtful);
    EXPECT_EQ(judgeRepeatedCalls(0.8, 0.6, 3.0), RepeatedCalls::Doubtful);
    EXPECT_EQ(judgeRepeatedCalls(0.8, 0.6, 1.1), RepeatedCalls::BorneOut);
    EXPECT_EQ(judgeRepeatedCalls(1.9, 1.0, 1.1), RepeatedCalls::LeftOut);
}

TEST(FreshTimes, NoMoreIsPutDownToOthersThanTheReferenceBearsOut)
{
    // Threads that ended within the block did the work, and the kernel counted nothing.
    const std::vector<ClockedBlock> hidden{{2.2, 0.01}, {3.3, 0.01}};
    EXPECT_DOUBLE_EQ(minCallMs(hidden, 1.1), 2.0);
    // The reference waited in the same period, too.
    const std::vector<ClockedBlock> busy{{9.0, 1.0}};
    const std::vector<ClockedBlock> waited{{8.0, 2.0}, {9.9, 1.5}};
    EXPECT_DOUBLE_EQ(minCallMs(waited, worstStretch(busy)), 1.5);
    EXPECT_DOUBLE_EQ(minCallMs({}, 1), 0);
}

} // namespace loupe
