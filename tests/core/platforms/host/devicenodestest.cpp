// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/devicenodes.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace loupe {

namespace fs = std::filesystem;

TEST(DeviceNodes, MatchAPrefixExceptHiddenOnes)
{
    // Files of every /dev stand in for those of GPUs.
    const std::vector<std::string> wanted{"null", "zero"};
    const std::vector<fs::path> all = deviceNodes(wanted, {});
    EXPECT_TRUE(std::ranges::count(all, "/dev/null") == 1);
    EXPECT_TRUE(std::ranges::count(all, "/dev/zero") == 1);
    EXPECT_TRUE(std::ranges::count(all, "/dev/full") == 0);
    const std::vector<fs::path> hidden{"/dev/zero"};
    const std::vector<fs::path> own = deviceNodes(wanted, hidden);
    EXPECT_TRUE(std::ranges::count(own, "/dev/null") == 1);
    EXPECT_TRUE(std::ranges::count(own, "/dev/zero") == 0);
}

} // namespace loupe
