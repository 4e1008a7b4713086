// SPDX-License-Identifier: Apache-2.0
//
// Expected numbers were added up by hand from the intervals in each test.
#include "core/timing/devicetime.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

DeviceActivity marker(ActivityMarker what, std::uint64_t at, std::uint32_t call = 0)
{
    DeviceActivity out;
    out.kind = ActivityKind::Marker;
    out.startNs = out.endNs = at;
    out.detail = static_cast<std::uint32_t>(what);
    out.correlation = call;
    return out;
}

DeviceActivity kernel(std::uint64_t start, std::uint64_t end, std::uint32_t stream = 7)
{
    DeviceActivity out;
    out.startNs = start;
    out.endNs = end;
    out.stream = stream;
    return out;
}

/// Returns a block of two calls with a flush before each, as marked by the worker.
std::vector<DeviceActivity> twoCalls()
{
    return {marker(ActivityMarker::BlockBegin, 1000),
            marker(ActivityMarker::FlushBegin, 1100),
            marker(ActivityMarker::FlushEnd, 1400),
            marker(ActivityMarker::CallBegin, 1500),
            marker(ActivityMarker::CallEnd, 2000),
            marker(ActivityMarker::FlushBegin, 2100, 1),
            marker(ActivityMarker::FlushEnd, 2400, 1),
            marker(ActivityMarker::CallBegin, 2500, 1),
            marker(ActivityMarker::CallEnd, 3000, 1),
            marker(ActivityMarker::BlockEnd, 3100),
            kernel(1110, 1390),
            kernel(1600, 1700),
            kernel(1650, 1800, 8),
            kernel(1900, 1950),
            kernel(2110, 2390),
            kernel(2600, 2900)};
}

} // namespace

TEST(IntervalUnion, CountsSharedTimeOnceAcrossStreams)
{
    // 10..20 and 15..30 overlap by 5, 30..35 adjoins, 50..60 is separate, and 52..58 lies within
    // it.
    const IntervalUnion united = unite({{50, 60}, {10, 20}, {15, 30}, {30, 35}, {52, 58}});
    EXPECT_EQ(united.busyNs, 25u + 10u);
    EXPECT_EQ(united.overlapNs, 5u + 6u);
    EXPECT_EQ(united.spanNs, 50u);
}

TEST(IntervalUnion, IsZeroForEmptyIntervals)
{
    EXPECT_EQ(unite({}), IntervalUnion{});
    EXPECT_EQ(unite({{5, 5}, {5, 5}}), IntervalUnion{});
}

TEST(BlockActivity, AssignsWorkToCallsWithoutTheFlush)
{
    const auto block = activityOfBlock(twoCalls(), 2);
    ASSERT_TRUE(block) << block.error().text();
    ASSERT_EQ(block->calls.size(), 2u);
    EXPECT_EQ(block->calls[0].device.busyNs, 200u + 50u);
    EXPECT_EQ(block->calls[0].device.overlapNs, 50u);
    EXPECT_EQ(block->calls[0].device.spanNs, 350u);
    EXPECT_EQ(block->calls[0].kernels, 3);
    EXPECT_EQ(block->calls[1].device.busyNs, 300u);
    EXPECT_EQ(block->stray, IntervalUnion{});
}

TEST(BlockActivity, FindsStrayWork)
{
    auto records = twoCalls();
    records.push_back(kernel(1395, 1398)); // after the flush, in its window
    records.push_back(kernel(2050, 2080)); // between a call and a flush
    records.push_back(kernel(3200, 3300)); // after the block
    records.push_back(kernel(500, 900));   // before the block: not part of it
    const auto block = activityOfBlock(records, 2);
    ASSERT_TRUE(block);
    EXPECT_EQ(block->stray.busyNs, 3u + 30u + 100u);
    EXPECT_EQ(block->calls[0].kernels, 3);
}

TEST(BlockActivity, ACallWithoutWorkIsIdle)
{
    const auto block = activityOfBlock(
        std::vector{marker(ActivityMarker::BlockBegin, 10), marker(ActivityMarker::CallBegin, 20),
                    marker(ActivityMarker::CallEnd, 30), marker(ActivityMarker::BlockEnd, 40)},
        1);
    ASSERT_TRUE(block);
    EXPECT_EQ(block->calls[0].kernels + block->calls[0].transfers, 0);
    EXPECT_EQ(block->calls[0].device, IntervalUnion{});
}

TEST(BlockActivity, IgnoresAnIncompleteBlock)
{
    auto records = twoCalls();
    records.insert(records.begin(),
                   {marker(ActivityMarker::BlockBegin, 100), marker(ActivityMarker::CallBegin, 200),
                    kernel(250, 300)});
    const auto block = activityOfBlock(records, 2);
    ASSERT_TRUE(block);
    EXPECT_EQ(block->stray, IntervalUnion{});
}

TEST(BlockActivity, RefusesInconsistentMarkers)
{
    const auto refused = [](std::vector<DeviceActivity> records, int calls = 2) {
        const auto block = activityOfBlock(records, calls);
        return !block && block.error().code == Errc::Corrupt;
    };
    EXPECT_TRUE(refused({}));
    EXPECT_TRUE(refused(twoCalls(), 1));
    EXPECT_TRUE(refused(twoCalls(), 3));
    // A block without one of its markers is refused.
    for (std::size_t i = 0; i < 10; ++i) {
        auto records = twoCalls();
        records.erase(records.begin() + static_cast<std::ptrdiff_t>(i));
        EXPECT_TRUE(refused(records)) << "without marker " << i;
    }
    for (std::size_t i = 0; i + 1 < 10; ++i) {
        auto records = twoCalls();
        std::swap(records[i], records[i + 1]);
        EXPECT_TRUE(refused(records)) << "with markers " << i << " and the next swapped";
    }
}

} // namespace loupe
