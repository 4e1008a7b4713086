// SPDX-License-Identifier: Apache-2.0
//
// Tests the order of admission without threads.
#include "core/engine/machine/memorybudget.h"

#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Admits a request that must not have to wait.
MemoryQueue::Part takeAtOnce(MemoryQueue &queue, std::int64_t bytes)
{
    const MemoryQueue::Ticket place = queue.arrive(bytes);
    EXPECT_TRUE(queue.mayGo(place)) << bytes;
    return queue.go(place);
}

void giveBackAll(MemoryQueue &queue, MemoryQueue::Part part)
{
    queue.giveBack(part, part.bytes);
}

} // namespace

TEST(MemoryQueue, ARequestForEverythingIsOvertakenNextToASlowHolder)
{
    MemoryQueue queue(10);
    const auto slow = takeAtOnce(queue, 6);
    const auto whole = queue.arrive(10);
    EXPECT_FALSE(queue.mayGo(whole));
    for (int i = 0; i < MemoryQueue::maxOvertakes - 1; ++i)
        giveBackAll(queue, takeAtOnce(queue, 4));
    const auto last = takeAtOnce(queue, 4);
    const auto late = queue.arrive(1);
    giveBackAll(queue, last);
    EXPECT_FALSE(queue.mayGo(late)) << "there is room, but it has been passed by as many as may";
    giveBackAll(queue, slow);
    EXPECT_FALSE(queue.mayGo(late));
    ASSERT_TRUE(queue.mayGo(whole));
    giveBackAll(queue, queue.go(whole));
    EXPECT_TRUE(queue.mayGo(late));
}

TEST(MemoryQueue, ARequestForEverythingIsAdmittedWhenMemoryIsFree)
{
    MemoryQueue queue(10);
    const auto whole = queue.arrive(20);
    EXPECT_EQ(whole->bytes, 10);
    const auto small = queue.arrive(3);
    EXPECT_FALSE(queue.mayGo(whole)) << "somebody else waits";
    EXPECT_TRUE(queue.mayGo(small));
    const auto part = queue.go(small);
    EXPECT_FALSE(queue.mayGo(whole));
    giveBackAll(queue, part);
    EXPECT_TRUE(queue.mayGo(whole));

    const auto another = queue.arrive(3);
    EXPECT_FALSE(queue.mayGo(whole));
    queue.leave(another); // a stop ended the wait
    EXPECT_TRUE(queue.mayGo(whole));
}

TEST(MemoryQueue, AdmitsWholeDeviceRequestsOneByOne)
{
    MemoryQueue queue(10);
    const auto slow = takeAtOnce(queue, 5);
    const auto one = queue.arrive(10);
    for (int i = 0; i < MemoryQueue::maxOvertakes - 1; ++i)
        giveBackAll(queue, takeAtOnce(queue, 5));
    const auto other = queue.arrive(10); // overtaken once
    giveBackAll(queue, takeAtOnce(queue, 5));
    const auto late = queue.arrive(5);
    giveBackAll(queue, slow);
    ASSERT_TRUE(queue.mayGo(one));
    EXPECT_FALSE(queue.mayGo(other));
    giveBackAll(queue, queue.go(one));
    EXPECT_FALSE(queue.mayGo(late)) << "the memory is empty: so it is the other's turn, too";
    ASSERT_TRUE(queue.mayGo(other));
    giveBackAll(queue, queue.go(other));
    EXPECT_TRUE(queue.mayGo(late));
}

TEST(MemoryQueue, EarlierRequestsDoNotCountAsOvertaking)
{
    MemoryQueue queue(10);
    auto held = takeAtOnce(queue, 10);
    std::vector<MemoryQueue::Ticket> before;
    for (int i = 0; i < 2 * MemoryQueue::maxOvertakes; ++i)
        before.push_back(queue.arrive(9));
    const auto whole = queue.arrive(10);
    for (const auto each : before) {
        giveBackAll(queue, held);
        ASSERT_TRUE(queue.mayGo(each));
        held = queue.go(each);
    }
    EXPECT_EQ(whole->passed, 0);
    giveBackAll(queue, held);
    EXPECT_TRUE(queue.mayGo(whole));
}

TEST(MemoryQueue, OnlyRequestsThatFitNextToTheNextOneOvertakeIt)
{
    MemoryQueue queue(10);
    const auto first = takeAtOnce(queue, 5);
    const auto large = queue.arrive(7);
    EXPECT_FALSE(queue.mayGo(large));
    for (int i = 0; i < MemoryQueue::patience(7, 10); ++i)
        giveBackAll(queue, takeAtOnce(queue, 5));
    auto beside = takeAtOnce(queue, 2);
    const auto another = queue.arrive(2);
    EXPECT_FALSE(queue.mayGo(another)) << "with the one before it, it would be in his way";
    queue.giveBack(beside, 1);
    EXPECT_TRUE(queue.mayGo(another));
    giveBackAll(queue, beside);
    giveBackAll(queue, first);
    EXPECT_TRUE(queue.mayGo(large));
    EXPECT_EQ(queue.waiting(), 2);
}

TEST(MemoryQueue, LargeRequestsAreOvertakenInProportionAndAdmittedWhenTheyFit)
{
    EXPECT_EQ(MemoryQueue::patience(100, 100), MemoryQueue::maxOvertakes);
    EXPECT_EQ(MemoryQueue::patience(50, 100), MemoryQueue::maxOvertakes / 3);
    EXPECT_EQ(MemoryQueue::patience(26, 100), 0);
    EXPECT_EQ(MemoryQueue::patience(25, 100), 0);
    EXPECT_EQ(MemoryQueue::patience(0, 100), 0);

    MemoryQueue queue(100);
    const auto slow = takeAtOnce(queue, 60);
    const auto large = queue.arrive(50);
    const auto small = takeAtOnce(queue, 40);
    const auto whole = queue.arrive(100);
    giveBackAll(queue, small);
    EXPECT_FALSE(queue.mayGo(large));
    giveBackAll(queue, takeAtOnce(queue, 40));
    EXPECT_EQ(large->passed, 2);
    EXPECT_EQ(whole->passed, 1);
    giveBackAll(queue, slow);
    EXPECT_FALSE(queue.mayGo(whole)) << "somebody waits who needs less";
    ASSERT_TRUE(queue.mayGo(large)) << "nobody is in its way";
    giveBackAll(queue, queue.go(large));
    EXPECT_TRUE(queue.mayGo(whole));
}

} // namespace loupe
