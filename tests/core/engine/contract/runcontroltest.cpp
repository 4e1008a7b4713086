// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/runcontrol.h"

#include <array>
#include <atomic>
#include <future>
#include <set>
#include <thread>

#include <gtest/gtest.h>

namespace loupe {

namespace {

using Items = std::vector<std::size_t>;

Items takeAll(RunControl &control)
{
    Items taken;
    while (const auto turn = control.take()) {
        taken.push_back(turn->item);
        control.done(turn->item);
    }
    return taken;
}

} // namespace

TEST(RunControl, ItemsAreTakenInTheirOrder)
{
    RunControl control;
    control.begin(4);
    EXPECT_EQ(control.waiting(), (Items{0, 1, 2, 3}));
    EXPECT_EQ(takeAll(control), (Items{0, 1, 2, 3}));
    EXPECT_FALSE(control.takeDropped());
    EXPECT_FALSE(control.hasCancelled());
}

TEST(RunControl, WorkersMayChooseAmongWaitingItems)
{
    RunControl control;
    control.begin(3);
    const auto last = [](const std::deque<std::size_t> &waiting) { return waiting.size() - 1; };
    EXPECT_EQ(control.take(last)->item, 2U);
    EXPECT_EQ(control.take()->item, 0U);
    EXPECT_EQ(control.take(last)->item, 1U);
    EXPECT_FALSE(control.take(last)) << "nobody is asked where nothing waits";
}

TEST(RunControl, MovedItemsKeepTheirRelativeOrder)
{
    RunControl control;
    control.begin(6);
    control.moveToFront(Items{4, 2});
    EXPECT_EQ(control.waiting(), (Items{2, 4, 0, 1, 3, 5}));
    control.moveToBack(Items{0, 4});
    EXPECT_EQ(control.waiting(), (Items{2, 1, 3, 5, 4, 0}));
    control.moveToFront(Items{99});
    EXPECT_EQ(takeAll(control), (Items{2, 1, 3, 5, 4, 0}));
}

TEST(RunControl, ReportsCancelledWaitingItemsWithoutRunningThem)
{
    RunControl control;
    control.begin(3);
    control.cancel(Items{1, 7});
    EXPECT_EQ(control.takeDropped(), std::optional<std::size_t>(1));
    EXPECT_EQ(takeAll(control), (Items{0, 2}));
    EXPECT_FALSE(control.takeDropped());
    EXPECT_TRUE(control.hasCancelled());
}

TEST(RunControl, CancellingARunningItemStopsOnlyIt)
{
    RunControl control;
    control.begin(2);
    const auto first = control.take();
    const auto second = control.take();
    ASSERT_TRUE(first && second);
    control.cancel(Items{first->item});
    EXPECT_TRUE(first->stop.stop_requested());
    EXPECT_FALSE(second->stop.stop_requested());
    EXPECT_FALSE(control.token().stop_requested());
    control.done(first->item);
    control.cancel(Items{first->item}); // already ended: no effect
    control.done(second->item);
    EXPECT_FALSE(control.takeDropped());
}

TEST(RunControl, CancellingFinishedItemsHasNoEffect)
{
    RunControl control;
    control.begin(1);
    takeAll(control);
    control.cancel(Items{0});
    EXPECT_FALSE(control.hasCancelled());
}

TEST(RunControl, CancellingAllStopsWaitingAndRunningItems)
{
    RunControl control;
    control.begin(3);
    const auto first = control.take();
    ASSERT_TRUE(first);
    control.cancelAll();
    EXPECT_TRUE(first->stop.stop_requested());
    EXPECT_TRUE(control.token().stop_requested());
    EXPECT_FALSE(control.take());
    EXPECT_FALSE(control.takeDropped());
}

TEST(RunControl, PausedRunStartsNothingUntilResumed)
{
    RunControl control;
    control.begin(1);
    control.pause();
    auto taken = std::async(std::launch::async, [&control] { return control.take(); });
    // The absence of an event cannot be awaited. The assertions below are what matters.
    EXPECT_EQ(taken.wait_for(std::chrono::milliseconds(30)), std::future_status::timeout);
    EXPECT_EQ(control.waiting(), (Items{0}));
    control.resume();
    EXPECT_TRUE(taken.get());
}

TEST(RunControl, APausedRunCanBeCancelled)
{
    RunControl control;
    control.begin(2);
    control.pause();
    auto taken = std::async(std::launch::async, [&control] { return control.take(); });
    control.cancelAll();
    EXPECT_FALSE(taken.get());

    RunControl other;
    other.begin(1);
    other.pause();
    auto last = std::async(std::launch::async, [&other] { return other.take(); });
    other.cancel(Items{0});
    EXPECT_FALSE(last.get());
}

TEST(RunControl, RemoteRunKeepsCommandsInOrder)
{
    using Kind = RunControl::Command::Kind;
    RunControl control;
    control.pause();
    EXPECT_TRUE(control.commandsAfter(0).empty()) << "there is no run yet";
    control.beginElsewhere(4);
    control.moveToFront(Items{3});
    control.cancel(Items{1, 2});
    control.resume();
    const auto all = control.commandsAfter(0);
    ASSERT_EQ(all.size(), 4U);
    EXPECT_EQ(all[0].kind, Kind::Pause) << "it was paused before it began";
    EXPECT_EQ(all[1].kind, Kind::Front);
    EXPECT_EQ(all[1].items, Items{3});
    EXPECT_EQ(all[2].kind, Kind::Cancel);
    EXPECT_EQ(all[2].items, (Items{1, 2}));
    EXPECT_EQ(all[3].kind, Kind::Resume);
    EXPECT_EQ(control.commandsAfter(3).size(), 1U);
    EXPECT_TRUE(control.commandsAfter(4).empty());
    EXPECT_TRUE(control.commandsAfter(99).empty());
}

TEST(RunControl, NextRemoteRunForgetsTheCommandsOfTheLast)
{
    RunControl control;
    control.beginElsewhere(2);
    control.pause();
    control.cancel(Items{1});
    control.beginElsewhere(3);
    EXPECT_EQ(control.waiting(), (Items{0, 1, 2}));
    const auto commands = control.commandsAfter(0);
    ASSERT_EQ(commands.size(), 1U);
    EXPECT_EQ(commands[0].kind, RunControl::Command::Kind::Pause) << "it is paused still";
}

TEST(RunControl, RemoteRunRemovesItemsAsTheyStartAndEnd)
{
    RunControl control;
    control.beginElsewhere(4);
    control.moveToFront(Items{2});
    EXPECT_EQ(control.waiting(), (Items{2, 0, 1, 3}));
    control.cancel(Items{0});
    EXPECT_EQ(control.waiting(), (Items{2, 0, 1, 3})) << "the engine there says what became of it";
    EXPECT_TRUE(control.hasCancelled());
    control.began(2);
    control.done(2);
    control.done(0); // cancelled by the remote engine before it began
    control.began(99);
    EXPECT_EQ(control.waiting(), (Items{1, 3}));
}

TEST(RunControl, StoppedItemDoesNotStopItsSuccessor)
{
    RunControl control;
    control.begin(2);
    const auto first = control.take();
    ASSERT_TRUE(first);
    control.cancel(Items{first->item});
    EXPECT_TRUE(first->stop.stop_requested());
    control.done(first->item);
    const auto second = control.take();
    ASSERT_TRUE(second);
    EXPECT_FALSE(second->stop.stop_requested());
    EXPECT_FALSE(control.token().stop_requested()) << "nor the run";
}

TEST(RunControl, EmptyRunHasNoItems)
{
    RunControl control;
    control.begin(0);
    EXPECT_FALSE(control.take());
    EXPECT_FALSE(control.takeDropped());
    control.pause();
    EXPECT_FALSE(control.take()) << "a pause does not keep it";
}

TEST(RunControl, ManyThreadsTakeEachItemOnceUnderRandomCommands)
{
    constexpr std::size_t count = 2000;
    RunControl control;
    control.begin(count);
    std::array<std::atomic<int>, count> seen{};
    std::atomic<bool> hasEnded = false;
    std::vector<std::jthread> workers;
    for (int i = 0; i < 4; ++i) {
        workers.emplace_back([&] {
            while (const auto turn = control.take()) {
                ++seen[turn->item];
                control.done(turn->item);
            }
        });
    }
    std::jthread people([&] {
        for (std::size_t i = 0; !hasEnded; i = (i + 7) % count) {
            control.moveToFront(Items{i, i / 2});
            control.cancel(Items{(i * 31) % count});
            control.pause();
            control.resume();
        }
    });
    std::set<std::size_t> dropped;
    while (const auto item = control.takeDropped())
        EXPECT_TRUE(dropped.insert(*item).second);
    workers.clear();
    hasEnded = true;
    people.join();
    for (std::size_t i = 0; i < count; ++i)
        EXPECT_EQ(seen[i] + static_cast<int>(dropped.count(i)), 1) << i;
}

} // namespace loupe
