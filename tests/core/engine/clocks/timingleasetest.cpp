// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/timinglease.h"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

constexpr std::chrono::hours never{24};

} // namespace

TEST(TimingLease, TimingIsExclusive)
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

TEST(TimingLease, ATimingThreadMayLockAgain)
{
    TimingLease lease;
    std::atomic<bool> hasWorked = false;
    std::jthread other;
    {
        const TimingLease::Exclusive whole(lease);
        {
            const TimingLease::Exclusive part(lease);
        }
        EXPECT_TRUE(lease.isTimersTurn()) << "the part's end is not the whole's";
        other = std::jthread([&] {
            const TimingLease::Shared together(lease);
            hasWorked = true;
        });
        {
            const TimingLease::Shared judging(lease);
        }
        EXPECT_TRUE(lease.isTimersTurn());
        EXPECT_FALSE(hasWorked);
    }
    other.join();
    EXPECT_TRUE(hasWorked);
    EXPECT_FALSE(lease.isTimersTurn());
}

TEST(TimingLease, ReportsTimingOfAnyLease)
{
    TimingLease lease;
    TimingLease other;
    {
        const TimingLease::Shared working(lease);
        EXPECT_FALSE(TimingLease::isAnybodyTiming());
    }
    {
        const TimingLease::Exclusive alone(other);
        EXPECT_TRUE(TimingLease::isAnybodyTiming());
    }
    EXPECT_FALSE(TimingLease::isAnybodyTiming());
}

TEST(TimingLease, WaitingTimersRunTogetherWithoutWorkers)
{
    TimingLease lease({3, never, never});
    std::atomic<int> timed = 0;
    std::atomic<bool> isDone = false;
    std::jthread patient;
    {
        const TimingLease::Shared together(lease);
        patient = std::jthread([&] {
            const TimingLease::Exclusive alone(lease);
            ++timed;
            isDone = true;
        });
        // One waiting timer is fewer than three, so work may still start.
        for (int i = 0; i < 100; ++i) {
            const TimingLease::Shared another(lease);
            EXPECT_EQ(timed, 0);
            std::this_thread::yield();
        }
    }
    patient.join();
    EXPECT_TRUE(isDone);
    const TimingLease::Shared afterwards(lease);
    EXPECT_EQ(timed, 1);
}

TEST(TimingLease, LongWaitingTimerRunsAlone)
{
    TimingLease lease({3, std::chrono::milliseconds(1), never});
    std::atomic<bool> isDone = false;
    std::jthread impatient;
    std::jthread late;
    {
        const TimingLease::Shared together(lease);
        impatient = std::jthread([&] {
            const TimingLease::Exclusive alone(lease);
            EXPECT_FALSE(isDone);
            isDone = true;
        });
        while (!lease.isTimersTurn())
            std::this_thread::yield();
        late = std::jthread([&] {
            const TimingLease::Shared afterwards(lease);
            EXPECT_TRUE(isDone) << "it began to work before the timer that waited";
        });
        std::this_thread::yield();
    }
}

TEST(TimingLease, SlowWorkerDelaysOnlyTimers)
{
    TimingLease lease({1, never, std::chrono::seconds(0)});
    std::atomic<bool> isTimed = false;
    auto slow = std::make_unique<TimingLease::Shared>(lease);
    std::jthread timer([&] {
        const TimingLease::Exclusive alone(lease);
        isTimed = true;
    });
    while (!lease.isTimersTurn())
        std::this_thread::yield();
    auto beside = std::make_unique<TimingLease::Shared>(lease);
    EXPECT_FALSE(isTimed);
    slow.reset();
    // A holder that started after the timer was queued admits no further work, however slow it is.
    std::jthread late([&] {
        const TimingLease::Shared together(lease);
        EXPECT_TRUE(isTimed);
    });
    std::this_thread::yield();
    EXPECT_FALSE(isTimed);
    beside.reset();
}

TEST(TimingLease, ATimingThreadMayAlsoWork)
{
    TimingLease lease;
    std::atomic<bool> isTiming = true;
    std::jthread other;
    TimingLease::takeWaited();
    {
        const TimingLease::Exclusive alone(lease);
        {
            const TimingLease::Shared within(lease);
        }
        other = std::jthread([&] {
            const TimingLease::Shared together(lease);
            EXPECT_FALSE(isTiming);
        });
        {
            const TimingLease::Shared again(lease);
        }
        EXPECT_EQ(TimingLease::takeWaited().count(), 0);
        isTiming = false;
    }
    other.join();
    const TimingLease::Exclusive afterwards(lease); // possible only if no work is left
}

TEST(TimingLease, WaitingCountsForItsThreadOnly)
{
    TimingLease lease;
    std::jthread([&] { const TimingLease::Shared together(lease); }).join();
    // It often gets the number of the thread that has ended.
    std::jthread([&] { EXPECT_EQ(TimingLease::takeWaited().count(), 0); }).join();
}

TEST(TimingLease, EnoughWaitingTimersBlockWorkersUntilAllFinish)
{
    TimingLease lease({2, std::chrono::seconds(5), never});
    std::atomic<int> timed = 0;
    std::atomic<int> timedWhenWorking = -1;
    auto working = std::make_unique<TimingLease::Shared>(lease);
    const auto time = [&] {
        const TimingLease::Exclusive alone(lease);
        ++timed;
    };
    std::jthread first(time);
    std::jthread second(time);
    while (lease.waitingTimers() < 2)
        std::this_thread::yield();
    std::jthread late([&] {
        const TimingLease::Shared together(lease);
        timedWhenWorking = timed.load();
    });
    working.reset();
    late.join();
    EXPECT_EQ(timedWhenWorking, 2);
}

} // namespace loupe
