// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/control/placement.h"

#include "core/base/processors.h"
#include "core/sandbox/child/childprocess.h"
#include "core/sandbox/child/confinement.h"

#include <chrono>
#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace loupe {

using namespace std::chrono_literals;

TEST(Placement, AppliesToTheSandboxAndItsChildren)
{
    if (const Status sandbox = sandboxAvailable(); !sandbox)
        GTEST_SKIP() << "no sandbox on this machine: " << sandbox.error().text();
    const std::vector<int> all = usableProcessorNumbers();
    if (all.size() < 2)
        GTEST_SKIP() << "this machine has one processor";
    ChildSpec spec;
    spec.argv = {"/bin/bash", "-c",
                 "on() { while read -r key value; do [ $key != Cpus_allowed_list: ] || "
                 "echo \"$2 $value.\"; done < /proc/$1/status; };"
                 "(while sleep 0.02; do :; done) &"
                 "while sleep 0.02; do on $$ main; on $! child; (on $BASHPID new); done"};
    spec.environment = {{"PATH", "/usr/bin:/bin"}};
    auto child = ChildProcess::start(spec);
    ASSERT_TRUE(child) << child.error().text();
    const auto waitFor = [&](const std::string &text) {
        while ((*child)->outputSoFar().find(text) == std::string::npos && !(*child)->hasEnded())
            std::this_thread::sleep_for(1ms);
        return (*child)->outputSoFar().find(text) != std::string::npos;
    };
    ASSERT_TRUE(waitFor("new "));
    const std::string last = " " + std::to_string(all.back()) + ".";
    EXPECT_EQ((*child)->outputSoFar().find("main" + last), std::string::npos);
    const Status placed = (*child)->runOn({all.back()});
    ASSERT_TRUE(placed) << placed.error().text();
    EXPECT_TRUE(waitFor("main" + last));
    EXPECT_TRUE(waitFor("child" + last));
    EXPECT_TRUE(waitFor("new" + last));
    (*child)->kill();
    (*child)->wait(std::chrono::steady_clock::now() + 10s, {});
    EXPECT_TRUE((*child)->runOn(all));
}

TEST(Placement, ReportsFailures)
{
    const Status none = runOn(0, {0});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, Errc::Unsupported);
    const Status nowhere = runThreadOn({});
    ASSERT_FALSE(nowhere);
}

} // namespace loupe
