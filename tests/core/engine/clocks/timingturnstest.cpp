// SPDX-License-Identifier: Apache-2.0
//
// Tests the order of admission without threads, with a clock that the test moves.
#include "core/engine/clocks/timinglease.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

TimingTurns::Time at(double seconds)
{
    return TimingTurns::Time(seconds);
}

} // namespace

TEST(TimingTurns, TimerStartsWithoutWorkers)
{
    TimingTurns turns({.patience = 2});
    const auto worker = turns.beginWork(at(0));
    const auto timer = turns.waitToTime(at(1));
    EXPECT_FALSE(turns.mayTime());
    EXPECT_TRUE(turns.mayWork(at(1))) << "one that waits is fewer than two";
    turns.endWork(worker);
    ASSERT_TRUE(turns.mayTime());
    turns.beginTiming(timer, at(2));
    EXPECT_FALSE(turns.mayTime());
    EXPECT_FALSE(turns.mayWork(at(2)));
    turns.endTiming();
    EXPECT_TRUE(turns.mayWork(at(3)));
}

TEST(TimingTurns, EnoughTimersBlockWorkersUntilAllFinish)
{
    TimingTurns turns({.patience = 2});
    const auto worker = turns.beginWork(at(0));
    const auto first = turns.waitToTime(at(1));
    const auto second = turns.waitToTime(at(1));
    EXPECT_FALSE(turns.mayWork(at(1)));
    turns.endWork(worker);
    turns.beginTiming(first, at(2));
    turns.endTiming();
    EXPECT_FALSE(turns.mayWork(at(3))) << "one of them has not been timed";
    turns.beginTiming(second, at(3));
    turns.endTiming();
    EXPECT_TRUE(turns.mayWork(at(4)));
}

TEST(TimingTurns, LongWaitingTimerRunsAlone)
{
    TimingTurns turns({.patience = 3, .longest = at(5), .slow = at(100)});
    const auto worker = turns.beginWork(at(0));
    const auto timer = turns.waitToTime(at(1));
    ASSERT_TRUE(turns.turnComes());
    EXPECT_EQ(*turns.turnComes(), at(6));
    EXPECT_TRUE(turns.mayWork(at(5.9)));
    EXPECT_FALSE(turns.isTimersTurn(at(5.9)));
    EXPECT_FALSE(turns.mayWork(at(6)));
    EXPECT_TRUE(turns.isTimersTurn(at(6)));
    turns.endWork(worker);
    turns.beginTiming(timer, at(7));
    EXPECT_FALSE(turns.turnComes());
    turns.endTiming();
    EXPECT_FALSE(turns.isTimersTurn(at(20)));
}

TEST(TimingTurns, WorkersContinueNextToASlowWorker)
{
    TimingTurns turns({.patience = 1, .slow = at(2)});
    const auto slow = turns.beginWork(at(0));
    const auto timer = turns.waitToTime(at(1));
    EXPECT_FALSE(turns.mayWork(at(2))) << "not slow yet";
    ASSERT_TRUE(turns.mayWork(at(2.1)));
    const auto beside = turns.beginWork(at(2.1));
    turns.endWork(slow);
    EXPECT_FALSE(turns.mayWork(at(9))) << "who began during the turn is no reason, however slow";
    turns.endWork(beside);
    EXPECT_TRUE(turns.mayTime());
    turns.beginTiming(timer, at(9));
}

TEST(TimingTurns, GrantedTurnStartsAtItsGrant)
{
    TimingTurns turns({.patience = 2, .longest = at(5), .slow = at(2)});
    const auto slow = turns.beginWork(at(0));
    const auto first = turns.waitToTime(at(0));
    ASSERT_TRUE(turns.mayWork(at(5.5)));
    const auto late = turns.beginWork(at(5.5));
    turns.endWork(slow);
    const auto second = turns.waitToTime(at(8));
    EXPECT_FALSE(turns.mayWork(at(20))) << "the late one began after the turn had come, at 5";
    turns.endWork(late);
    turns.beginTiming(first, at(20));
    turns.endTiming();
    EXPECT_EQ(turns.waitingTimers(), 1);
    turns.beginTiming(second, at(21));
}

} // namespace loupe
