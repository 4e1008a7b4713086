// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/helpersuse.h"

#include "core/sandbox/childprocess.h"
#include "core/sandbox/confinement.h"

#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace loupe {

namespace {

using namespace std::chrono_literals;

constexpr double clearly = 0.05; // seconds: some of the kernel's ticks

class HelpersUseTest : public testing::Test
{
protected:
    void SetUp() override
    {
        if (const Status sandbox = sandboxAvailable(); !sandbox)
            GTEST_SKIP() << "no sandbox on this machine: " << sandbox.error().text();
    }

    /// A shell in a sandbox of its own, once it has said its last word; its words.
    std::string start(const std::string &script, const std::string &lastWord)
    {
        ChildSpec spec;
        spec.argv = {"/bin/bash", "-c", script + "; echo " + lastWord + "; exec sleep 1000"};
        spec.environment = {{"PATH", "/usr/bin:/bin"}};
        auto child = ChildProcess::start(spec);
        EXPECT_TRUE(child) << child.error().text();
        m_child = std::move(*child);
        while (m_child->outputSoFar().find(lastWord) == std::string::npos && !m_child->hasEnded())
            std::this_thread::sleep_for(1ms);
        auto processes = m_child->processes();
        EXPECT_TRUE(processes) << processes.error().text();
        m_processes = std::move(*processes);
        return m_child->outputSoFar();
    }

    std::unique_ptr<ChildProcess> m_child;
    Fd m_processes;
};

} // namespace

TEST_F(HelpersUseTest, WhoComputesBesideIsCounted)
{
    const std::string words = start("(while :; do :; done) & echo $!", "go");
    const std::string helper = words.substr(0, words.find('\n'));
    const double without = helpersSeconds(m_processes, helper);
    const double before = helpersSeconds(m_processes, "none");
    double after = before;
    // However busy the machine is, it runs some time.
    for (int i = 0; i < 4000 && after < before + clearly; ++i) {
        std::this_thread::sleep_for(5ms);
        after = helpersSeconds(m_processes, "none");
    }
    EXPECT_GE(after, before + clearly);
    EXPECT_LT(helpersSeconds(m_processes, helper), without + clearly) << "all others sleep";
}

TEST_F(HelpersUseTest, WhatEndedChildrenUsedIsTheirParents)
{
    const std::string words
        = start("echo $$; (for ((i = 0; i < 300000; ++i)); do :; done); (:)", "done");
    EXPECT_GE(helpersSeconds(m_processes, words.substr(0, words.find('\n'))), clearly)
        << "its own, too";
}

TEST(HelpersUse, NobodyIsInNoNamespace)
{
    EXPECT_EQ(helpersSeconds(Fd(), "1"), 0);
}

} // namespace loupe
