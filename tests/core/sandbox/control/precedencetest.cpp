// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/control/precedence.h"

#include "core/sandbox/child/childprocess.h"
#include "core/sandbox/child/confinement.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sched.h>

namespace loupe {

namespace {

using namespace std::chrono_literals;

/// Returns the policy of the calling thread, without the reset-on-fork flag.
int policyHere()
{
    return sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
}

} // namespace

TEST(ThreadAhead, LastsAsLongAsTheObject)
{
    const int before = policyHere();
    {
        const ThreadAhead ahead;
        if (ahead.status()) {
            EXPECT_EQ(policyHere(), SCHED_RR);
            int ofAnother = -1;
            std::thread([&ofAnother] { ofAnother = policyHere(); }).join();
            EXPECT_EQ(ofAnother, SCHED_OTHER);
        } else {
            EXPECT_EQ(policyHere(), before);
            EXPECT_EQ(ahead.status().error().code, Errc::Environment);
            EXPECT_NE(ahead.status().error().hint.find("CAP_SYS_NICE"), std::string::npos);
        }
    }
    EXPECT_EQ(policyHere(), before);
}

TEST(Precedence, AppliesToTheSandboxAndItsChildren)
{
    if (const Status sandbox = sandboxAvailable(); !sandbox)
        GTEST_SKIP() << "no sandbox on this machine: " << sandbox.error().text();
    ChildSpec spec;
    spec.argv
        = {"/bin/bash", "-c",
           "policy() { read -a n < /proc/$1/stat; echo \"$2 ${n[40]}\"; };"
           "(while sleep 0.02; do :; done) &"
           "while sleep 0.02; do policy $$ main; policy $! child; (policy $BASHPID new); done"};
    spec.environment = {{"PATH", "/usr/bin:/bin"}};
    auto child = ChildProcess::start(spec);
    ASSERT_TRUE(child) << child.error().text();
    const auto waitFor = [&](const std::string &text) {
        while ((*child)->outputSoFar().find(text) == std::string::npos && !(*child)->hasEnded())
            std::this_thread::sleep_for(1ms);
        return (*child)->outputSoFar().find(text) != std::string::npos;
    };
    const std::string before = " " + std::to_string(policyHere());
    ASSERT_TRUE(waitFor("main" + before));
    ASSERT_TRUE(waitFor("child" + before));
    const bool isAllowed = static_cast<bool>(ThreadAhead().status());
    const Status ahead = (*child)->putAhead();
    if (!isAllowed) {
        ASSERT_FALSE(ahead);
        EXPECT_EQ(ahead.error().code, Errc::Environment);
        EXPECT_NE(ahead.error().hint.find("CAP_SYS_NICE"), std::string::npos);
        return;
    }
    ASSERT_TRUE(ahead) << ahead.error().text();
    EXPECT_TRUE(waitFor("main 2")); // SCHED_RR
    EXPECT_TRUE(waitFor("child 2"));
    EXPECT_TRUE(waitFor("new 2"));
}

TEST(Precedence, ReportsFailures)
{
    const Status none = putAhead(0);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, Errc::Unsupported);
}

} // namespace loupe
