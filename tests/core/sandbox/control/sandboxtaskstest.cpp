// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/control/sandboxtasks.h"

#include "core/base/processors.h"

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sched.h>

#include "tests/core/sandbox/sandboxedshell.h"

namespace loupe {

namespace {

using namespace std::chrono_literals;

/// Returns the policy of the calling thread, without the reset-on-fork flag.
int policyHere()
{
    return sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
}

/// A shell in a sandbox that goes on saying something of itself, of a child, and of a new one.
class SandboxTasks : public SandboxedShell
{
protected:
    /// `function` is a function `on` of the shell: it prints its second argument and something of
    /// the process with the number in the first.
    void startFamily(const std::string &function)
    {
        startShell(function
                   + "(while sleep 0.02; do :; done) & echo go;"
                     "while sleep 0.02; do on $$ main; on $! child; (on $BASHPID new); done");
    }

    bool waitFor(const std::string &text)
    {
        while (m_child->outputSoFar().find(text) == std::string::npos && !m_child->hasEnded())
            std::this_thread::sleep_for(1ms);
        return m_child->outputSoFar().find(text) != std::string::npos;
    }
};

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

TEST_F(SandboxTasks, AllGetPriority)
{
    startFamily("on() { read -a n < /proc/$1/stat; echo \"$2 ${n[40]}\"; };");
    const std::string before = " " + std::to_string(policyHere());
    ASSERT_TRUE(waitFor("main" + before));
    ASSERT_TRUE(waitFor("child" + before));
    const bool isAllowed = static_cast<bool>(ThreadAhead().status());
    const Status ahead = m_child->putAhead();
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

TEST_F(SandboxTasks, AllRunOnTheProcessors)
{
    const std::vector<int> all = usableProcessorNumbers();
    if (all.size() < 2)
        GTEST_SKIP() << "this machine has one processor";
    startFamily("on() { while read -r key value; do [ $key != Cpus_allowed_list: ] || "
                "echo \"$2 $value.\"; done < /proc/$1/status; };");
    ASSERT_TRUE(waitFor("new "));
    const std::string last = " " + std::to_string(all.back()) + ".";
    EXPECT_EQ(m_child->outputSoFar().find("main" + last), std::string::npos);
    const Status placed = m_child->runOn({all.back()});
    ASSERT_TRUE(placed) << placed.error().text();
    EXPECT_TRUE(waitFor("main" + last));
    EXPECT_TRUE(waitFor("child" + last));
    EXPECT_TRUE(waitFor("new" + last));
    m_child->kill();
    m_child->wait(std::chrono::steady_clock::now() + 10s, {});
    EXPECT_TRUE(m_child->runOn(all));
}

TEST(SandboxTasksErrors, ReportsFailures)
{
    const Status noPriority = putAhead(0);
    ASSERT_FALSE(noPriority);
    EXPECT_EQ(noPriority.error().code, Errc::Unsupported);
    const Status noProcessors = runOn(0, {0});
    ASSERT_FALSE(noProcessors);
    EXPECT_EQ(noProcessors.error().code, Errc::Unsupported);
    const Status nowhere = runThreadOn({});
    ASSERT_FALSE(nowhere);
}

} // namespace loupe
