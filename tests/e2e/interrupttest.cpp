// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/output/interrupt.h"

#include "app/kloupe/output/console.h"

#include <array>
#include <csignal>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace loupe::cli {

namespace {

using std::chrono::milliseconds;

/// Runs a program that waits under a guard, and returns its exit code after the signals; -1 if a
/// signal killed it. `heeds`: it obeys the stop request.
int exitAfter(int signals, bool heeds, milliseconds patience)
{
    std::array<int, 2> ready{};
    EXPECT_EQ(pipe(ready.data()), 0);
    const pid_t child = fork();
    if (child == 0) {
        const InterruptGuard guard(patience);
        EXPECT_EQ(write(ready[1], "r", 1), 1);
        while (!heeds || !guard.token().stop_requested())
            usleep(1000);
        _exit(0);
    }
    char byte = 0;
    EXPECT_EQ(read(ready[0], &byte, 1), 1);
    for (int i = 0; i < signals; ++i) {
        // Two pending signals count as one.
        usleep(200'000);
        kill(child, SIGTERM);
    }
    int status = 0;
    waitpid(child, &status, 0);
    close(ready[0]);
    close(ready[1]);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

TEST(Interrupts, StopEndsInOrder)
{
    EXPECT_EQ(exitAfter(1, true, std::chrono::hours(1)), 0);
}

TEST(Interrupts, SecondSignalForcesTheEnd)
{
    EXPECT_EQ(exitAfter(2, false, std::chrono::hours(1)), static_cast<int>(ExitCode::Interrupted));
}

TEST(Interrupts, TimeoutForcesTheEnd)
{
    EXPECT_EQ(exitAfter(1, false, milliseconds(100)), static_cast<int>(ExitCode::Interrupted));
}

} // namespace loupe::cli
