// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/gpudevices.h"
#include "core/engine/machine/nvml.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(GpuState, FindsTheVisibleDevice)
{
    EXPECT_EQ(visibleDevice("cuda", std::nullopt), "0");
    EXPECT_EQ(visibleDevice("cuda:2", std::nullopt), "2");
    EXPECT_EQ(visibleDevice("cuda:1", "3,5"), "5");
    EXPECT_EQ(visibleDevice("cuda:0", "GPU-ab12"), "GPU-ab12");
    EXPECT_EQ(visibleDevice("cuda:2", "3,5"), "");
    EXPECT_EQ(visibleDevice("cuda:0", ""), "") << "a variable set to nothing hides all devices";
}

TEST(GpuState, ListsAnyNumberOfProcesses)
{
    constexpr unsigned running = 1000;
    const auto list = [](NvmlDevice, unsigned *count, NvmlProcess *processes) {
        const bool fits = *count >= running;
        *count = running;
        for (unsigned i = 0; fits && i < running; ++i)
            processes[i].pid = i + 1;
        return fits ? nvmlSuccess : nvmlInsufficientSize;
    };
    const std::vector<unsigned> found = nvmlProcesses(nullptr, list);
    ASSERT_EQ(found.size(), running);
    EXPECT_EQ(found.back(), running);
}

TEST(GpuState, DistinguishesThrottlingReasons)
{
    GpuState state;
    EXPECT_FALSE(state.isThrottled());
    state.throttleReasons = 0x1 | 0x2; // idle, clocks set by an application
    EXPECT_FALSE(state.isThrottled());
    state.throttleReasons = 0x4; // the power limit
    EXPECT_TRUE(state.isThrottled());
}

} // namespace loupe
