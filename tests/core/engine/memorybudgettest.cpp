// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/memorybudget.h"

#include <atomic>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

namespace loupe {

namespace {

void awaitWaiting(const MemoryBudget &budget, int count)
{
    while (budget.waiting() != count)
        std::this_thread::yield();
}

} // namespace

TEST(MemoryBudget, TogetherNobodyHoldsMoreThanThereIs)
{
    MemoryBudget budget(10);
    std::atomic<int> held = 0;
    std::atomic<bool> isExceeded = false;
    {
        std::vector<std::jthread> threads;
        for (const int bytes : {3, 4, 5, 6, 7, 20})
            threads.emplace_back([&, bytes] {
                for (int i = 0; i < 200; ++i) {
                    const MemoryBudget::Hold hold(budget, bytes);
                    const int own = std::min(bytes, 10); // nobody needs more than all
                    if ((held += own) > 10)
                        isExceeded = true;
                    held -= own;
                }
            });
    }
    EXPECT_FALSE(isExceeded);
    EXPECT_EQ(budget.waiting(), 0);
}

TEST(MemoryBudget, WhoNeedsEverythingWaitsForAllOthersAndKeepsThemOut)
{
    MemoryBudget budget(10);
    auto small = std::make_unique<MemoryBudget::Hold>(budget, 1);
    std::atomic<bool> isAlone = false;
    std::atomic<bool> mayEnd = false;
    std::jthread whole([&] {
        const MemoryBudget::Hold hold(budget, budget.total());
        isAlone = true;
        while (!mayEnd)
            std::this_thread::yield();
        isAlone = false;
    });
    awaitWaiting(budget, 1);
    EXPECT_FALSE(isAlone);
    small.reset();
    while (!isAlone)
        std::this_thread::yield();
    std::atomic<bool> metIt = false;
    std::jthread next([&] {
        const MemoryBudget::Hold hold(budget, 1);
        metIt = isAlone.load();
    });
    awaitWaiting(budget, 1);
    mayEnd = true;
    next.join();
    EXPECT_FALSE(metIt);
}

TEST(MemoryBudget, WhoNeedsMuchIsOvertakenOnlySoOften)
{
    MemoryBudget budget(10);
    auto first = std::make_unique<MemoryBudget::Hold>(budget, 5);
    std::atomic<bool> isIn = false;
    std::jthread large([&] {
        const MemoryBudget::Hold hold(budget, 10); // nobody is in beside it
        isIn = true;
    });
    awaitWaiting(budget, 1);
    // There is room for these, and they go before; until it is enough.
    for (int i = 0; i < 16; ++i)
        const MemoryBudget::Hold hold(budget, 1);
    std::atomic<bool> wasIn = false;
    std::jthread late([&] {
        const MemoryBudget::Hold hold(budget, 1);
        wasIn = isIn.load();
    });
    awaitWaiting(budget, 2);
    EXPECT_FALSE(isIn);
    first.reset();
    late.join();
    EXPECT_TRUE(wasIn);
}

} // namespace loupe
