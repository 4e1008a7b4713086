// SPDX-License-Identifier: Apache-2.0
//
// Expected numbers were added up by hand from the intervals in each test.
#include "core/timing/activitytally.h"

#include <string>

#include <gtest/gtest.h>

namespace loupe {

namespace {

DeviceActivity tallyMarker(ActivityMarker what, std::uint64_t at)
{
    DeviceActivity out;
    out.kind = ActivityKind::Marker;
    out.startNs = out.endNs = at;
    out.detail = static_cast<std::uint32_t>(what);
    return out;
}

DeviceActivity launch(const std::string &name, std::uint64_t start, std::uint64_t length,
                      std::uint32_t blocks = 4, std::uint32_t stream = 7)
{
    DeviceActivity out;
    out.name = name;
    out.startNs = start;
    out.endNs = start + length;
    out.stream = stream;
    out.grid = {blocks, 1, 1};
    out.block = {256, 1, 1};
    out.registers = 32;
    return out;
}

DeviceActivity transfer(ActivityKind kind, std::uint64_t start, std::uint64_t length,
                        std::uint64_t bytes, std::uint32_t detail)
{
    DeviceActivity out = launch({}, start, length);
    out.kind = kind;
    out.bytes = bytes;
    out.detail = detail;
    return out;
}

/// Returns two calls with kernel "a" for 300 ns. The second also has "b", a copy and a memset. A
/// flush precedes the first, and a kernel without a wait follows the second.
std::vector<DeviceActivity> twoTalliedCalls()
{
    using M = ActivityMarker;
    return {tallyMarker(M::BlockBegin, 1000),
            tallyMarker(M::FlushBegin, 1010),
            tallyMarker(M::FlushEnd, 1090),
            tallyMarker(M::CallBegin, 1100),
            tallyMarker(M::CallEnd, 2000),
            tallyMarker(M::CallBegin, 2100),
            tallyMarker(M::CallEnd, 4000),
            tallyMarker(M::BlockEnd, 4100),
            transfer(ActivityKind::Memset, 1020, 60, 1 << 20, 0), // the flush
            launch("a", 1200, 300),
            launch("a", 2200, 300, 8, 9),
            launch("b", 2600, 500),
            transfer(ActivityKind::Memcpy, 3200, 100, 4096, 8),
            transfer(ActivityKind::Memset, 3400, 40, 512, 0),
            launch("a", 4050, 60)};
}

ActivityTally tallyOf(const std::vector<DeviceActivity> &records, int calls)
{
    ActivityTally tally;
    const auto block = activityOfBlock(records, calls);
    EXPECT_TRUE(block) << block.error().text();
    tally.add(records, *block);
    return tally;
}

} // namespace

TEST(ActivityTally, ListsKernelsByNameWithoutTheFlush)
{
    const auto rows = tallyOf(twoTalliedCalls(), 2).rows();
    ASSERT_EQ(rows.size(), 4U);
    // 660 + 500 + 100 + 40 = 1300 ns in two calls.
    EXPECT_EQ(rows[0].name, "a");
    EXPECT_EQ(rows[0].kind, "kernel");
    EXPECT_DOUBLE_EQ(rows[0].launchesPerCall, 1.5);
    EXPECT_DOUBLE_EQ(rows[0].deviceMsPerCall, 330e-6);
    EXPECT_DOUBLE_EQ(rows[0].share, 660.0 / 1300.0);
    EXPECT_EQ(rows[0].configurations, 2);
    EXPECT_EQ(rows[0].streams, 2);
    EXPECT_EQ(rows[0].grid[0], 4U) << "360 of 660 ns ran with 4 blocks";
    EXPECT_EQ(rows[0].block[0], 256U);
    EXPECT_EQ(rows[0].registers, 32U);
    EXPECT_EQ(rows[1].name, "b");
    EXPECT_EQ(rows[2].kind, "memcpy");
    EXPECT_EQ(rows[2].name, "device to device");
    EXPECT_DOUBLE_EQ(rows[2].bytesPerCall, 2048);
    EXPECT_EQ(rows[2].configurations, 0);
    EXPECT_EQ(rows[3].kind, "memset");
    EXPECT_DOUBLE_EQ(rows[3].bytesPerCall, 256) << "the flush of the cache is not the candidate's";
    EXPECT_DOUBLE_EQ(rows[3].launchesPerCall, 0.5);
}

TEST(ActivityTally, AddsBlocksUp)
{
    const auto records = twoTalliedCalls();
    ActivityTally tally = tallyOf(records, 2);
    tally.add(records, *activityOfBlock(records, 2));
    const auto once = tallyOf(records, 2).rows();
    EXPECT_EQ(tally.rows(), once) << "twice the same is the same per call";
}

TEST(ActivityTally, LimitsTheNumberOfNames)
{
    std::vector<DeviceActivity> records{tallyMarker(ActivityMarker::BlockBegin, 10),
                                        tallyMarker(ActivityMarker::CallBegin, 20)};
    for (std::uint64_t i = 0; i < 2000; ++i)
        records.push_back(launch("k" + std::to_string(i), 100 + i * 10, 5));
    records.push_back(tallyMarker(ActivityMarker::CallEnd, 90'000));
    records.push_back(tallyMarker(ActivityMarker::BlockEnd, 90'001));
    const auto rows = tallyOf(records, 1).rows();
    ASSERT_EQ(rows.size(), ActivityTally::maxNames + 1);
    EXPECT_EQ(rows.front().kind, "rest");
    EXPECT_DOUBLE_EQ(rows.front().launchesPerCall, 2000.0 - ActivityTally::maxNames);
    double share = 0;
    for (const KernelActivity &row : rows)
        share += row.share;
    EXPECT_NEAR(share, 1.0, 1e-12);
}

TEST(ActivityTally, IsEmptyWithoutKernels)
{
    EXPECT_TRUE(ActivityTally().rows().empty());
}

} // namespace loupe
