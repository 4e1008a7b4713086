// SPDX-License-Identifier: Apache-2.0
#include "core/engine/timinglease.h"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

TEST(TimingLease, ATimerIsAlwaysAlone)
{
    TimingLease lease;
    std::atomic<int> working = 0;
    std::atomic<int> timing = 0;
    std::atomic<int> broken = 0;
    std::atomic<int> timed = 0;
    const auto work = [&](int seed) {
        for (int i = 0; i < 400; ++i) {
            if ((i + seed) % 7 == 0) {
                const TimingLease::Exclusive alone(lease);
                broken += ++timing != 1 || working != 0 ? 1 : 0;
                ++timed;
                std::this_thread::yield();
                --timing;
            } else {
                const TimingLease::Shared together(lease);
                ++working;
                broken += timing != 0 ? 1 : 0;
                std::this_thread::yield();
                --working;
            }
        }
    };
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back(work, t);
    }
    EXPECT_EQ(broken, 0);
    EXPECT_GT(timed, 200);
}

} // namespace loupe
