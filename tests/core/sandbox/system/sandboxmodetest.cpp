// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/system/sandboxmode.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace loupe::test {

TEST(SandboxChoices, OnlyRootNeedsTheSecondOption)
{
    EXPECT_TRUE(permitted({}));
    EXPECT_TRUE(permitted({SandboxMode::None, true}));
    const Status once = permitted({SandboxMode::None, false});
    EXPECT_EQ(bool(once), geteuid() != 0);
    if (geteuid() != 0)
        return;
    EXPECT_NE(once.error().hint.find("--no-sandbox-as-root"), std::string::npos);
    ASSERT_EQ(seteuid(65534), 0);
    EXPECT_TRUE(permitted({SandboxMode::None, false}));
    ASSERT_EQ(seteuid(0), 0);
}

TEST(SandboxChoices, OptionsRoundTrip)
{
    using Words = std::vector<std::string>;
    EXPECT_EQ(sandboxOptions({}), Words());
    EXPECT_EQ(sandboxOptions({SandboxMode::Bubblewrap, true}), Words());
    EXPECT_EQ(sandboxOptions({SandboxMode::None, false}), Words({"--no-sandbox"}));
    EXPECT_EQ(sandboxOptions({SandboxMode::None, true}),
              Words({"--no-sandbox", "--no-sandbox-as-root"}));
}

} // namespace loupe::test
