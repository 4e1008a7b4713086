// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/gpustate.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(GpuState, FindsTheDeviceThatTheEnvironmentShows)
{
    EXPECT_EQ(visibleDevice("cuda", ""), "0");
    EXPECT_EQ(visibleDevice("cuda:2", ""), "2");
    EXPECT_EQ(visibleDevice("cuda:1", "3,5"), "5");
    EXPECT_EQ(visibleDevice("cuda:0", "GPU-ab12"), "GPU-ab12");
    EXPECT_EQ(visibleDevice("cuda:2", "3,5"), "");
}

TEST(GpuState, TellsSlowingReasonsFromOthers)
{
    GpuState state;
    EXPECT_FALSE(state.isThrottled());
    state.throttleReasons = 0x1 | 0x2; // idle, clocks set by an application
    EXPECT_FALSE(state.isThrottled());
    state.throttleReasons = 0x4; // the power limit
    EXPECT_TRUE(state.isThrottled());
}

} // namespace loupe
