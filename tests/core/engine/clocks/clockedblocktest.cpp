// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/clockedblock.h"

#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

using Times = std::vector<double>;

std::vector<ClockedBlock> blocksOf(std::initializer_list<double> stretches, double undisturbedMs)
{
    std::vector<ClockedBlock> blocks;
    for (const double stretch : stretches)
        blocks.push_back({undisturbedMs * stretch, undisturbedMs});
    return blocks;
}

PairedTiming timingOf(std::size_t pairs)
{
    PairedTiming timing;
    timing.baselineMs.assign(pairs, 0);
    timing.candidateMs.assign(pairs, 0);
    return timing;
}

} // namespace

TEST(ClockedBlock, StretchIsWallTimeOverProcessorTime)
{
    const auto blocks = blocksOf({1.0, 3.0, 1.1, 1.0, 1.0}, 2);
    EXPECT_DOUBLE_EQ(usualStretch(blocks), 1.1);
    EXPECT_DOUBLE_EQ(usualStretch({}), 1.0);
    // Processor time is unknown, or several processors worked at once.
    const std::vector<ClockedBlock> unknown{{1.0, 0.0}, {1.0, 3.0}};
    EXPECT_DOUBLE_EQ(usualStretch(unknown), 1.0);
}

TEST(ClockedBlock, OnAQuietMachineTheWallClockCounts)
{
    PairedTiming timing = timingOf(4);
    EXPECT_DOUBLE_EQ(leaveOutOthers(timing, blocksOf({1.01, 1.02, 1.0, 1.02}, 1),
                                    blocksOf({1.0, 1.5, 1.0, 1.0}, 2)),
                     1.02);
    EXPECT_EQ(timing.baselineMs, (Times{1.01, 1.02, 1.0, 1.02}));
    EXPECT_EQ(timing.candidateMs, (Times{2.0, 3.0, 2.0, 2.0}));
}

TEST(ClockedBlock, OnABusyMachineEqualProgramsTakeEquallyLong)
{
    PairedTiming timing = timingOf(5);
    // One block of the candidate waited longer than is usual for the reference.
    EXPECT_DOUBLE_EQ(leaveOutOthers(timing, blocksOf({2.0, 3.0, 2.5, 3.0, 9.0}, 1),
                                    blocksOf({2.0, 1.0, 3.0, 6.0, 2.0}, 1)),
                     3.0);
    EXPECT_EQ(timing.baselineMs, Times(5, 1.0));
    EXPECT_EQ(timing.candidateMs, (Times{1.0, 1.0, 1.0, 2.0, 1.0}));
}

TEST(ClockedBlock, DoesNotChargeUncountedTimeToOthers)
{
    // Threads that end within the block do the work, next to a reference that never waits ...
    PairedTiming quiet = timingOf(4);
    leaveOutOthers(quiet, blocksOf({1.0, 1.0, 1.0, 1.0}, 1), blocksOf({64, 64, 64, 64}, 1.0 / 64));
    EXPECT_EQ(quiet.candidateMs, Times(4, 1.0));
    // ... and next to one that waited half of its time.
    PairedTiming busy = timingOf(4);
    leaveOutOthers(busy, blocksOf({2.0, 2.0, 2.0, 2.0}, 1), blocksOf({64, 64, 64, 64}, 1.0 / 64));
    EXPECT_EQ(busy.candidateMs, Times(4, 0.5));
}

} // namespace loupe
