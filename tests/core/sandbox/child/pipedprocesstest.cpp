// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/child/pipedprocess.h"

#include <csignal>
#include <thread>

#include <gtest/gtest.h>
#include <pthread.h>

namespace loupe {

namespace {

Result<ProgramAnswer> runScript(const std::string &script, double seconds)
{
    return runProgram({"/bin/sh", "-c", script}, seconds);
}

} // namespace

TEST(RunProgram, ReturnsOutputErrorsAndCode)
{
    const auto answer = runScript("echo out; echo err >&2; exit 3", 60);
    ASSERT_TRUE(answer) << answer.error().text();
    EXPECT_EQ(answer->output, "out\n");
    EXPECT_EQ(answer->errors, "err\n");
    EXPECT_EQ(answer->exitCode, 3);
    EXPECT_FALSE(answer->isTimeout);
}

TEST(RunProgram, StopsAProgramThatClosesItsStreams)
{
    const auto answer = runScript("exec sleep 600 >&- 2>&-", 0.05);
    ASSERT_TRUE(answer) << answer.error().text();
    EXPECT_TRUE(answer->isTimeout);
    EXPECT_EQ(answer->exitCode, 128 + SIGKILL);
}

TEST(RunProgram, KeepsTheExitCodeAfterASignal)
{
    struct sigaction nothing = {};
    struct sigaction before = {};
    nothing.sa_handler = [](int) {};
    ASSERT_EQ(sigaction(SIGUSR1, &nothing, &before), 0); // without SA_RESTART
    {
        const std::jthread sender([self = pthread_self()](const std::stop_token &stop) {
            while (!stop.stop_requested()) {
                pthread_kill(self, SIGUSR1);
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        });
        const auto answer = runScript("exec >&- 2>&-; sleep 0.2; exit 7", 60);
        EXPECT_EQ(answer ? answer->exitCode : -1, 7);
    }
    EXPECT_EQ(sigaction(SIGUSR1, &before, nullptr), 0);
}

} // namespace loupe
