// SPDX-License-Identifier: Apache-2.0
#include "core/base/fd.h"

#include <atomic>
#include <csignal>
#include <thread>

#include <gtest/gtest.h>
#include <pthread.h>
#include <unistd.h>

namespace loupe {

namespace {

constexpr std::chrono::milliseconds aMinute{60'000};
std::atomic<int> signalsTaken = 0;

} // namespace

TEST(Fd, WaitContinuesAfterASignal)
{
    struct sigaction counting = {};
    struct sigaction before = {};
    counting.sa_handler = [](int) { ++signalsTaken; };
    ASSERT_EQ(sigaction(SIGUSR1, &counting, &before), 0); // without SA_RESTART
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const Fd in(ends[0]);
    const Fd out(ends[1]);
    {
        const std::jthread sender([self = pthread_self(), &out] {
            while (signalsTaken < 20) {
                pthread_kill(self, SIGUSR1);
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            EXPECT_EQ(write(out.get(), "x", 1), 1);
        });
        EXPECT_TRUE(awaitReadable(in, aMinute));
        EXPECT_GE(signalsTaken, 20);
    }
    EXPECT_EQ(sigaction(SIGUSR1, &before, nullptr), 0);
}

TEST(Fd, ReadableAfterTheWriterCloses)
{
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const Fd in(ends[0]);
    Fd out(ends[1]);
    EXPECT_FALSE(awaitReadable(in, std::chrono::milliseconds(1)));
    out = Fd();
    EXPECT_TRUE(awaitReadable(in, aMinute));
}

} // namespace loupe
