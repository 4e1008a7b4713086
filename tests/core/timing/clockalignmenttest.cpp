// SPDX-License-Identifier: Apache-2.0
#include "core/timing/clockalignment.h"

#include "core/timing/devicetime.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

constexpr std::uint64_t epoch = 1'000'000'000'000;

/// Two calls with a flush before each. The device's clock is off by `drift` nanoseconds.
class Block
{
public:
    /// `wait`: delay of each flush in nanoseconds.
    explicit Block(std::int64_t drift, std::uint64_t wait = 0) : m_drift(drift)
    {
        marker(ActivityMarker::BlockBegin, 0, 1'000);
        part(ActivityMarker::FlushBegin, 0, 2'000, 82'000 + wait, 10'000 + wait, 70'000);
        part(ActivityMarker::CallBegin, 0, 83'000 + wait, 103'000 + wait, 93'000 + wait, 2'000);
        part(ActivityMarker::FlushBegin, 1, 104'000 + wait, 184'000 + 2 * wait, 112'000 + 2 * wait,
             70'000);
        part(ActivityMarker::CallBegin, 1, 185'000 + 2 * wait, 205'000 + 2 * wait,
             195'000 + 2 * wait, 2'000);
        marker(ActivityMarker::BlockEnd, 0, 206'000 + 2 * wait);
    }

    std::vector<DeviceActivity> &records() { return m_records; }

private:
    void marker(ActivityMarker what, std::uint32_t call, std::uint64_t time)
    {
        DeviceActivity record;
        record.kind = ActivityKind::Marker;
        record.detail = static_cast<std::uint32_t>(what);
        record.correlation = call;
        record.startNs = record.endNs = epoch + time;
        m_records.push_back(record);
    }
    void part(ActivityMarker beginning, std::uint32_t call, std::uint64_t begin, std::uint64_t end,
              std::uint64_t start, std::uint64_t length)
    {
        marker(beginning, call, begin);
        DeviceActivity kernel;
        kernel.startNs = epoch + start + static_cast<std::uint64_t>(m_drift);
        kernel.endNs = kernel.startNs + length;
        m_records.push_back(kernel);
        marker(static_cast<ActivityMarker>(static_cast<std::uint32_t>(beginning) + 1), call, end);
    }

    std::int64_t m_drift;
    std::vector<DeviceActivity> m_records;
};

void expectTwoShortCalls(const std::vector<DeviceActivity> &records)
{
    const auto block = activityOfBlock(records, 2);
    ASSERT_TRUE(block) << block.error().message;
    for (const CallActivity &call : block->calls) {
        EXPECT_EQ(call.kernels, 1);
        EXPECT_EQ(call.device.busyNs, 2'000U);
    }
    EXPECT_EQ(block->stray.busyNs, 0U);
}

} // namespace

TEST(ClockAlignment, KeepsRecordsBetweenTheirMarkers)
{
    Block block(0);
    const auto before = block.records();
    EXPECT_EQ(alignToFlushes(block.records()), 0);
    EXPECT_EQ(block.records(), before);
    expectTwoShortCalls(block.records());
}

TEST(ClockAlignment, ShiftsWorkOfADriftedClockIntoItsCalls)
{
    for (const std::int64_t drift : {-60'000, -15'000, 15'000, 60'000}) {
        Block block(drift);
        const auto unaligned = activityOfBlock(block.records(), 2);
        ASSERT_TRUE(unaligned);
        EXPECT_NE(unaligned->calls[0].device.busyNs, 2'000U) << "the test would show nothing";
        // Each flush may move by -8 to +2 µs.
        EXPECT_EQ(alignToFlushes(block.records()), -drift - 3'000);
        expectTwoShortCalls(block.records());
    }
}

TEST(ClockAlignment, CorrectsAnOffsetOfMilliseconds)
{
    for (const std::int64_t drift : {-90'000'000, -5'000'000, -1'200'000, 1'200'000, 90'000'000}) {
        Block block(drift);
        const std::int64_t shift = alignToFlushes(block.records());
        EXPECT_NEAR(static_cast<double>(shift), static_cast<double>(-drift), 10'000) << drift;
        expectTwoShortCalls(block.records());
    }
}

TEST(ClockAlignment, CorrectsOffsetsDespiteLateFlushes)
{
    for (const std::int64_t drift : {-4'000'000, 3'000'000}) {
        Block block(drift, 500'000);
        EXPECT_NE(alignToFlushes(block.records()), 0);
        expectTwoShortCalls(block.records());
    }
}

TEST(ClockAlignment, ReturnsNothingWithoutFlushesOrForLargeOffsets)
{
    Block warm(15'000);
    std::erase_if(warm.records(), [](const DeviceActivity &record) {
        return record.isMarker(ActivityMarker::FlushBegin)
            || record.isMarker(ActivityMarker::FlushEnd);
    });
    EXPECT_EQ(alignToFlushes(warm.records()), 0);
    Block far(60'000'000'000); // a minute
    EXPECT_EQ(alignToFlushes(far.records()), 0);
    std::vector<DeviceActivity> none;
    EXPECT_EQ(alignToFlushes(none), 0);
}

TEST(ClockAlignment, StrayWorkDoesNotShiftACorrectClock)
{
    Block block(0);
    DeviceActivity stray;
    stray.startNs = epoch + 103'200;
    stray.endNs = epoch + 103'900;
    block.records().push_back(stray);
    EXPECT_EQ(alignToFlushes(block.records()), 0);
    const auto cut = activityOfBlock(block.records(), 2);
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->stray.busyNs, 700U);
}

TEST(ClockAlignment, KeepsInvalidTimestamps)
{
    Block block(0);
    for (DeviceActivity &record : block.records()) {
        if (record.isWork()) {
            record.startNs = 3;
            record.endNs = ~0ULL;
        }
    }
    const auto before = block.records();
    EXPECT_EQ(alignToFlushes(block.records()), 0);
    EXPECT_EQ(block.records(), before);
}

} // namespace loupe
