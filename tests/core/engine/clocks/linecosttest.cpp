// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/linecost.h"

#include <vector>

#include <gtest/gtest.h>

namespace loupe {

TEST(LineCosts, AreTheMinimumOfSeveralWithASpread)
{
    std::vector<CallOutcome> blocks(5);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        blocks[i].seconds = 1e-3 + 10e-6 * static_cast<double>(5 - i);
        blocks[i].cpuSeconds = 1e-3 + 2e-6 * static_cast<double>(i + 1);
    }
    const LineCost cost = lineCost(blocks, 1e-3);
    EXPECT_NEAR(cost.seconds, 10e-6, 1e-12);
    EXPECT_NEAR(cost.cpuSeconds, 2e-6, 1e-12);
    EXPECT_NEAR(cost.spread, 20e-6, 1e-12);
    const LineCost none = lineCost({}, 1e-3);
    EXPECT_EQ(none.seconds, 0.0);
    EXPECT_EQ(none.spread, 0.0);
}

TEST(LineCosts, AreBoundedIfEveryMeasurementWaited)
{
    std::vector<CallOutcome> blocks(4);
    for (CallOutcome &block : blocks)
        block.seconds = 8e-3;
    EXPECT_DOUBLE_EQ(lineCost(blocks, 1e-3).seconds, 0.2e-3);
    EXPECT_EQ(lineCost(blocks, 1e-3).spread, 0.0);
}

TEST(LineCosts, AreSubtractedOnce)
{
    EXPECT_DOUBLE_EQ(netSeconds(120e-6, {20e-6, 0, 1e-6}), 100e-6);
}

TEST(LineCosts, SubtractsAtMostNineteenTwentieths)
{
    EXPECT_DOUBLE_EQ(netSeconds(20e-6, {30e-6, 0, 10e-6}), 1e-6);
    EXPECT_GT(netSeconds(0, LineCost()), 0.0);
}

TEST(LineCosts, ExcludesTimeOfOtherProcesses)
{
    const LineCost cost{1e-3, 0.1e-3, 0};
    CallOutcome block;
    block.seconds = 10e-3;
    EXPECT_DOUBLE_EQ(undisturbedSeconds(block, cost), 9e-3); // no processor time is known
    block.cpuSeconds = 2e-3;
    EXPECT_DOUBLE_EQ(undisturbedSeconds(block, cost), 1.9e-3);
    block.cpuSeconds = 19e-3; // two threads
    EXPECT_DOUBLE_EQ(undisturbedSeconds(block, cost), 9e-3);
    block.cpuSeconds = 0.05e-3;
    EXPECT_GT(undisturbedSeconds(block, cost), 0.0);
    // Threads that ended within the block did the work. The correction is at most a factor of
    // sixteen.
    EXPECT_DOUBLE_EQ(ownSeconds(block, cost), 9e-3 / 16);
    block.cpuSeconds = 2e-3;
    EXPECT_DOUBLE_EQ(ownSeconds(block, cost), 1.9e-3);
}

} // namespace loupe
