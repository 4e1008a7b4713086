// SPDX-License-Identifier: Apache-2.0
#include "core/executors/makeexecutor.h"
#include "core/executors/sshtarget.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace loupe {

TEST(SshTarget, IsUserHostPortAndProgram)
{
    const auto place = parseSshTarget("me@gpu-1.example.org:2222/opt/loupe/bin/kloupe");
    ASSERT_TRUE(place) << place.error().text();
    EXPECT_EQ(place->user, "me");
    EXPECT_EQ(place->host, "gpu-1.example.org");
    EXPECT_EQ(place->port, 2222);
    EXPECT_EQ(place->program, "/opt/loupe/bin/kloupe");
    const auto plain = parseSshTarget("node");
    ASSERT_TRUE(plain);
    const std::vector<std::string> command = sshCommand(*plain);
    EXPECT_EQ(command.back(), "kloupe serve --stdio");
    EXPECT_EQ(command.at(command.size() - 2), "node");
    EXPECT_EQ(command.at(command.size() - 3), "--") << "a host is never an option";
    EXPECT_EQ(std::ranges::count(command, "-l"), 0);
}

TEST(SshTarget, NothingThatAShellOrSshWouldReadOtherwise)
{
    for (const char *text : {"",
                             "-oProxyCommand=reboot",
                             "host name",
                             "host;reboot",
                             "host$(reboot)",
                             "host`reboot`",
                             "a@-b",
                             "-a@b",
                             "@b",
                             "a@",
                             "a@b@c",
                             "host:",
                             "host:0",
                             "host:70000",
                             "host:22x",
                             "host/opt/k;reboot",
                             "host/opt/k l",
                             "host/",
                             "host/a/",
                             "host/$HOME/k",
                             "host\nreboot",
                             "host/a'b",
                             "h:22:23"})
        EXPECT_FALSE(parseSshTarget(text)) << text;
    EXPECT_FALSE(makeExecutor("telnet:host"));
    EXPECT_FALSE(makeExecutor("ssh:-v"));
    EXPECT_TRUE(makeExecutor("local"));
    EXPECT_TRUE(makeExecutor("ssh:host"));
}

} // namespace loupe
