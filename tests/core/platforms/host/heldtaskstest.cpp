// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/heldtasks.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

constexpr std::uint64_t microsecond = 1'000;
constexpr std::uint64_t millisecond = 1'000'000;

} // namespace

TEST(HeldTasks, LateStopsAreNotDeliberate)
{
    EXPECT_FALSE(ranOnPurpose(0, 0, 100 * millisecond));
    EXPECT_FALSE(ranOnPurpose(500, 500 * microsecond, 100 * millisecond)); // a microsecond each
    EXPECT_FALSE(ranOnPurpose(40, 800 * microsecond, 2 * millisecond));    // with a short candidate
    EXPECT_FALSE(ranOnPurpose(2, 15 * millisecond, 100 * millisecond));
}

TEST(HeldTasks, FindsComputationInAStoppedProcess)
{
    EXPECT_TRUE(ranOnPurpose(3, 6 * millisecond, 100 * millisecond));
    EXPECT_TRUE(ranOnPurpose(100, 20 * millisecond, 10'000 * millisecond)); // slightly each time
}

} // namespace loupe
