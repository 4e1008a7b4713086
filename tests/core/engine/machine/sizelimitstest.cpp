// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/memoryplan.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(SizeLimits, AreSharesOfTheWholeMemory)
{
    const std::int64_t total = std::int64_t{128} << 30;
    const SizeLimits device = SizeLimits::ofDevice(total);
    EXPECT_EQ(device.memory, total);
    EXPECT_EQ(device.keptTask, std::int64_t{2} << 30);
    EXPECT_EQ(device.otherTimed, std::int64_t{8} << 30);
    EXPECT_EQ(device.exact, std::int64_t{8} << 30);
    EXPECT_EQ(device.exactPeak, std::int64_t{64} << 30);
    EXPECT_EQ(device.repeated, std::int64_t{64} << 20);
    const SizeLimits host = SizeLimits::ofHost(total);
    EXPECT_EQ(host.keptTask, device.keptTask);
    EXPECT_EQ(host.exact, std::int64_t{128} << 20) << "float64 takes time there";
    EXPECT_EQ(host.exactPeak, 0) << "what is computed on the way is not known there";
    EXPECT_EQ(toJson(host)["float64"], host.exact);
    EXPECT_EQ(toJson(device)["kept_task"], device.keptTask);
}

} // namespace loupe
