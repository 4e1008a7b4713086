// SPDX-License-Identifier: Apache-2.0
//
// Tests blocks as the injected library records them on a GPU, with the number of every CUDA call.
// The device's clock is wrong in each way that was observed. Durations were added up by hand.
#include "core/timing/launchorder.h"

#include "core/timing/devicetime.h"

#include <functional>

#include <gtest/gtest.h>

namespace loupe {

namespace {

constexpr std::uint32_t waitForContext = 4; // cupti_activity.h
constexpr std::uint64_t flushNs = 70'000;

/// Calls with a flush before each. Work starts as soon as launch() is called, by the device's
/// clock.
class RecordedBlock
{
public:
    using Body = std::function<void(RecordedBlock &, int)>;
    /// Maps a time of the host to one of the device's clock.
    std::function<std::uint64_t(std::uint64_t)> deviceClock = [](std::uint64_t at) { return at; };
    Body inFlush = [](RecordedBlock & /*block*/, int /*call*/) {}; ///< in another thread
    Body inCall = [](RecordedBlock &block, int /*call*/) { block.launch(2'000); };
    Body after = [](RecordedBlock & /*block*/, int /*call*/) {}; ///< after the last call
    bool flushes = true;

    std::vector<DeviceActivity> record(int calls)
    {
        mark(ActivityMarker::BlockBegin);
        for (int i = 0; i < calls; ++i) {
            if (flushes) {
                mark(ActivityMarker::FlushBegin);
                launch(flushNs);
                inFlush(*this, i);
                mark(ActivityMarker::FlushEnd);
            }
            mark(ActivityMarker::CallBegin);
            inCall(*this, i);
            mark(ActivityMarker::CallEnd);
        }
        after(*this, calls);
        mark(ActivityMarker::BlockEnd);
        return m_records;
    }
    void launch(std::uint64_t length, std::uint32_t stream = 7)
    {
        DeviceActivity work;
        work.correlation = ++m_number;
        work.stream = stream;
        work.startNs = deviceClock(m_now + 5'000);
        work.endNs = work.startNs + length;
        m_records.push_back(work);
        m_now += length + 6'000;
    }

private:
    void mark(ActivityMarker what)
    {
        const bool waits
            = static_cast<std::uint32_t>(what) % 2 == 0 || what == ActivityMarker::BlockBegin;
        if (waits) {
            DeviceActivity wait;
            wait.kind = ActivityKind::Synchronisation;
            wait.detail = waitForContext;
            wait.correlation = ++m_number;
            wait.startNs = m_now + 100;
            wait.endNs = m_now + 2'000;
            m_records.push_back(wait);
            m_now += 2'100;
        }
        DeviceActivity marker;
        marker.kind = ActivityKind::Marker;
        marker.detail = static_cast<std::uint32_t>(what);
        marker.startNs = marker.endNs = m_now;
        m_records.push_back(marker);
        m_now += 1'000;
    }

    std::uint64_t m_now = 1'000'000'000;
    std::uint32_t m_number = 4'000;
    std::vector<DeviceActivity> m_records;
};

BlockActivity cut(const std::vector<DeviceActivity> &records, int calls)
{
    auto block = activityOfBlock(records, calls);
    EXPECT_TRUE(block) << block.error().text();
    return block ? std::move(block).value() : BlockActivity();
}

std::size_t idleCalls(const BlockActivity &block)
{
    std::size_t idle = 0;
    for (const CallActivity &call : block.calls)
        idle += call.kernels + call.transfers == 0 ? 1 : 0;
    return idle;
}

void expectHonestCalls(RecordedBlock &clock, const char *what)
{
    const BlockActivity block = cut(clock.record(4), 4);
    EXPECT_TRUE(block.isByLaunch) << what;
    EXPECT_EQ(block.stray.busyNs, 0U) << what;
    for (const CallActivity &call : block.calls) {
        EXPECT_EQ(call.kernels, 1) << what;
        EXPECT_EQ(call.device.busyNs, 2'000U) << what;
    }
}

} // namespace

TEST(LaunchOrder, AssignsWorkForAnyDeviceClock)
{
    RecordedBlock right;
    expectHonestCalls(right, "a clock that is right");
    RecordedBlock late;
    late.deviceClock = [](std::uint64_t at) { return at + 40'000; };
    expectHonestCalls(late, "behind by 40 µs");
    RecordedBlock early;
    early.deviceClock = [](std::uint64_t at) { return at - 3'000'000; };
    expectHonestCalls(early, "before the block");
    RecordedBlock setRight;
    setRight.deviceClock = [](std::uint64_t at) { return at > 1'000'170'000 ? at - 60'000 : at; };
    expectHonestCalls(setRight, "set back within the block");
    RecordedBlock drifting;
    drifting.deviceClock = [](std::uint64_t at) { return at + (at - 1'000'000'000) * 3 / 10; };
    expectHonestCalls(drifting, "too fast");
}

TEST(LaunchOrder, AssignsWorkWithoutFlushes)
{
    RecordedBlock block;
    block.flushes = false;
    block.deviceClock = [](std::uint64_t at) { return at + 9'000; };
    expectHonestCalls(block, "a warm cache");
}

TEST(LaunchOrder, ASideStreamIsPartOfItsCall) // catalogue 1 and 2
{
    RecordedBlock block;
    block.inCall = [](RecordedBlock &self, int /*call*/) {
        self.launch(2'000);
        self.launch(50'000, 8);
    };
    const BlockActivity cutBlock = cut(block.record(3), 3);
    for (const CallActivity &call : cutBlock.calls)
        EXPECT_EQ(call.device.busyNs, 52'000U);
    EXPECT_EQ(cutBlock.stray.busyNs, 0U);
}

TEST(LaunchOrder, WorkOfAThreadBetweenCallsIsStray) // catalogue 3
{
    RecordedBlock block;
    block.inFlush = [](RecordedBlock &self, int /*call*/) { self.launch(300'000, 9); };
    EXPECT_EQ(cut(block.record(2), 2).stray.busyNs, 600'000U);

    // Work next to the flush counts as stray, even if the clock places it into a call.
    RecordedBlock hidden;
    hidden.inFlush = [](RecordedBlock &self, int /*call*/) { self.launch(5'000, 9); };
    hidden.deviceClock = [](std::uint64_t at) { return at + 80'000; };
    EXPECT_GE(cut(hidden.record(2), 2).stray.busyNs, 10'000U);

    RecordedBlock late;
    late.after = [](RecordedBlock &self, int /*call*/) { self.launch(40'000, 9); };
    late.deviceClock = [](std::uint64_t at) { return at - 20'000; };
    EXPECT_EQ(cut(late.record(2), 2).stray.busyNs, 40'000U);
}

TEST(LaunchOrder, CallsThatLaunchNothingAreIdle) // catalogue 13
{
    RecordedBlock block;
    block.inCall = [](RecordedBlock &self, int call) {
        if (call == 0)
            self.launch(400'000);
    };
    const BlockActivity cutBlock = cut(block.record(4), 4);
    EXPECT_EQ(idleCalls(cutBlock), 3U);
    EXPECT_EQ(cutBlock.calls[0].device.busyNs, 400'000U);
}

TEST(LaunchOrder, CountsAnUnusedKernelAtItsLaunch) // catalogue 40
{
    RecordedBlock block;
    block.inCall = [](RecordedBlock &self, int /*call*/) {
        self.launch(1'000);
        self.launch(30'000);
    };
    const BlockActivity cutBlock = cut(block.record(2), 2);
    EXPECT_EQ(cutBlock.calls[1].kernels, 2);
    EXPECT_EQ(cutBlock.counted.size(), 4U);
}

TEST(LaunchOrder, CountsWorkLaunchedBeforeTheBlock)
{
    RecordedBlock block;
    auto records = block.record(2);
    DeviceActivity held = records.front();
    for (const DeviceActivity &record : records) {
        if (record.isMarker(ActivityMarker::CallBegin))
            held.startNs = record.startNs + 1;
    }
    held.kind = ActivityKind::Kernel;
    held.correlation = 17;
    held.endNs = held.startNs + 90'000;
    records.push_back(held);
    EXPECT_GE(cut(records, 2).calls[1].device.busyNs, 90'000U);

    held.startNs = held.endNs = records.front().startNs - 1; // does not include earlier work
    records.back() = held;
    EXPECT_EQ(cut(records, 2).calls[1].kernels, 1);
}

TEST(LaunchOrder, IgnoresWaitsOfTheCandidate)
{
    RecordedBlock block;
    auto records = block.record(2);
    std::vector<DeviceActivity> waits;
    for (const DeviceActivity &record : records) {
        if (!record.isMarker(ActivityMarker::CallBegin))
            continue;
        DeviceActivity wait;
        wait.kind = ActivityKind::Synchronisation;
        wait.detail = waitForContext;
        wait.correlation = 4'001; // an old launch
        wait.startNs = record.startNs + 1;
        wait.endNs = record.startNs + 2;
        waits.push_back(wait);
    }
    records.insert(records.end(), waits.begin(), waits.end());
    const BlockActivity cutBlock = cut(records, 2);
    EXPECT_TRUE(cutBlock.isByLaunch);
    EXPECT_EQ(cutBlock.stray.busyNs, 0U);
    EXPECT_EQ(idleCalls(cutBlock), 0U);
}

TEST(LaunchOrder, IsUnknownIfAWaitIsMissing)
{
    RecordedBlock whole;
    const auto records = whole.record(2);
    ASSERT_TRUE(LaunchOrder::ofLastBlock(records));
    // The last wait, at the end of the block, separates nothing.
    std::size_t waits = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (records[i].kind != ActivityKind::Synchronisation || ++waits == 6)
            continue;
        auto fewer = records;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        EXPECT_FALSE(LaunchOrder::ofLastBlock(fewer)) << "without wait " << waits;
        EXPECT_FALSE(cut(fewer, 2).isByLaunch);
        auto falling = records;
        falling[i].correlation = waits == 1 ? 5'000 : 1;
        EXPECT_FALSE(LaunchOrder::ofLastBlock(falling)) << "wait " << waits;
    }
    EXPECT_EQ(waits, 6U);
    auto other = records;
    for (DeviceActivity &record : other) {
        if (record.kind == ActivityKind::Synchronisation)
            record.detail = 3; // waits for one stream only
    }
    EXPECT_FALSE(LaunchOrder::ofLastBlock(other));
}

TEST(LaunchOrder, IsOfTheLastBlockInTheRecords)
{
    RecordedBlock block;
    const DeviceActivity earlier = block.record(2)[3]; // the first flush
    ASSERT_TRUE(earlier.isWork());
    const auto both = block.record(1); // continues the same record
    const auto order = LaunchOrder::ofLastBlock(both);
    ASSERT_TRUE(order);
    EXPECT_TRUE(order->isBeforeBlock(earlier));
    EXPECT_FALSE(order->isBeforeBlock(both[both.size() - 5]));
    EXPECT_FALSE(LaunchOrder::ofLastBlock({}));
}

} // namespace loupe
