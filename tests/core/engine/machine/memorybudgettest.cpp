// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/memorybudget.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

void awaitWaiting(const MemoryBudget &budget, int count)
{
    while (budget.waiting() != count)
        std::this_thread::yield();
}

/// Thread that requests memory and holds it until end() is called.
class Holder
{
public:
    Holder(MemoryBudget &budget, std::int64_t bytes)
        : m_thread([this, &budget, bytes] {
            const MemoryBudget::Hold hold(budget, bytes);
            m_isIn = true;
            m_isIn.notify_all();
            m_mayEnd.wait(false);
        })
    {
    }
    ~Holder() { end(); }
    Holder(const Holder &) = delete;
    Holder &operator=(const Holder &) = delete;

    bool isIn() const { return m_isIn; }
    void awaitIn() const { m_isIn.wait(false); }
    void end()
    {
        m_mayEnd = true;
        m_mayEnd.notify_all();
        if (m_thread.joinable())
            m_thread.join();
    }

private:
    std::atomic<bool> m_isIn = false;
    std::atomic<bool> m_mayEnd = false;
    std::jthread m_thread;
};

} // namespace

TEST(MemoryBudget, NeverExceedsTheTotal)
{
    MemoryBudget budget(10);
    std::atomic<int> held = 0;
    std::atomic<bool> isExceeded = false;
    {
        std::vector<std::jthread> threads;
        for (const int bytes : {3, 4, 5, 6, 7, 20})
            threads.emplace_back([&, bytes] {
                for (int i = 0; i < 200; ++i) {
                    MemoryBudget::Hold hold(budget, bytes);
                    const int own = std::min(bytes, 10); // a request is capped at the total
                    if ((held += own) > 10)
                        isExceeded = true;
                    held -= own;
                    hold.shrink(i % 3);
                }
            });
    }
    EXPECT_FALSE(isExceeded);
    EXPECT_EQ(budget.waiting(), 0);
    const MemoryBudget::Hold whole(budget, 10); // everything was returned
}

TEST(MemoryBudget, LargeRequestIsOvertakenWhileASlowHolderRuns)
{
    MemoryBudget budget(10);
    Holder slow(budget, 6);
    slow.awaitIn();
    Holder whole(budget, 20);
    awaitWaiting(budget, 1);
    {
        const MemoryBudget::Hold beside(budget, 4); // may overtake the waiting request
        slow.end();
        EXPECT_FALSE(whole.isIn());
    }
    whole.awaitIn();
    Holder late(budget, 1);
    awaitWaiting(budget, 1);
    EXPECT_FALSE(late.isIn());
    whole.end();
    late.awaitIn();
}

TEST(MemoryBudget, ARequestThatFitsNextToTheNextOneDoesNotWait)
{
    MemoryBudget budget(10);
    Holder first(budget, 5);
    first.awaitIn();
    Holder large(budget, 7);
    awaitWaiting(budget, 1);
    for (int i = 0; i < 100; ++i)
        const MemoryBudget::Hold hold(budget, 3); // overtaking is not limited here
    Holder beside(budget, 2);
    beside.awaitIn();
    Holder another(budget, 2); // together with the request before, it would delay `large`
    awaitWaiting(budget, 2);
    EXPECT_FALSE(another.isIn());
    Holder tiny(budget, 1);
    tiny.awaitIn();
    first.end();
    large.awaitIn(); // next to the two small ones
    EXPECT_FALSE(another.isIn());
    beside.end();
    another.awaitIn();
}

TEST(MemoryBudget, NoLaterRequestDelaysTheNextOne)
{
    MemoryBudget budget(10);
    Holder first(budget, 6);
    first.awaitIn();
    Holder second(budget, 6);
    awaitWaiting(budget, 1);
    Holder third(budget, 8);
    awaitWaiting(budget, 2);
    for (int i = 0; i < MemoryQueue::patience(8, 10); ++i) // then both are protected
        const MemoryBudget::Hold hold(budget, 4);
    Holder passing(budget, 4); // fits next to the second
    passing.awaitIn();
    first.end();
    second.awaitIn();
    Holder late(budget, 3); // would not fit next to the third's 8
    awaitWaiting(budget, 2);
    passing.end();
    awaitWaiting(budget, 2);
    EXPECT_FALSE(late.isIn()) << "there is room, which the third waits for";
    second.end();
    third.awaitIn();
    EXPECT_FALSE(late.isIn());
    third.end();
    late.awaitIn();
}

TEST(MemoryBudget, ShrinkingAHoldAdmitsOthersAtOnce)
{
    MemoryBudget budget(10);
    MemoryBudget::Hold large(budget, 9);
    Holder other(budget, 6);
    awaitWaiting(budget, 1);
    large.shrink(4);
    EXPECT_EQ(large.bytes(), 4);
    other.awaitIn();
    large.shrink(8);
    EXPECT_EQ(large.bytes(), 4) << "nobody gets more that way";
}

TEST(MemoryBudget, StopEndsAWaitAndReleasesItsRequest)
{
    MemoryBudget budget(10);
    auto all = std::make_unique<MemoryBudget::Hold>(budget, 10);
    std::stop_source source;
    std::unique_ptr<MemoryBudget::Hold> taken;
    std::jthread waiting([&] { taken = MemoryBudget::Hold::take(budget, 10, source.get_token()); });
    awaitWaiting(budget, 1);
    source.request_stop();
    waiting.join();
    EXPECT_FALSE(taken);
    EXPECT_EQ(budget.waiting(), 0);
    all.reset();
    EXPECT_TRUE(MemoryBudget::Hold::take(budget, 10, {}));
    EXPECT_TRUE(MemoryBudget::Hold::take(budget, 0, source.get_token())) << "nothing is there";
}

/// Large requests must be admitted however many small ones come and go.
TEST(MemoryBudget, EveryRequestIsAdmitted)
{
    MemoryBudget budget(100);
    std::atomic<bool> areThrough = false;
    std::atomic<int> smallHolds = 0;
    std::vector<std::jthread> small;
    for (unsigned i = 0; i < 6; ++i)
        small.emplace_back([&, i] {
            std::minstd_rand random(i + 1);
            while (!areThrough) {
                const MemoryBudget::Hold hold(budget, 1 + static_cast<int>(random() % 30));
                ++smallHolds;
                std::this_thread::yield();
            }
        });
    while (smallHolds < 100)
        std::this_thread::yield();
    const int enough = smallHolds + 100; // small ones came and went meanwhile
    std::atomic<int> largeHolds = 0;
    std::vector<std::jthread> large;
    for (const int bytes : {100, 90, 60})
        large.emplace_back([&, bytes] {
            for (int i = 0; i < 30 || smallHolds < enough; ++i) {
                const MemoryBudget::Hold hold(budget, bytes);
                EXPECT_EQ(hold.bytes(), bytes);
                ++largeHolds;
            }
        });
    for (std::jthread &each : large)
        each.join();
    areThrough = true;
    EXPECT_GE(largeHolds, 90);
}

} // namespace loupe
