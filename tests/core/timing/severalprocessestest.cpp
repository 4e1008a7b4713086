// SPDX-License-Identifier: Apache-2.0
#include "core/timing/severalprocesses.h"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Returns the estimate of one process: milliseconds of both sides, and the width of the interval.
SpeedupEstimate process(double baselineMs, double candidateMs, double halfWidth)
{
    const double speedup = baselineMs / candidateMs;
    return {candidateMs, baselineMs, speedup, speedup * std::exp(-halfWidth),
            speedup * std::exp(halfWidth)};
}

} // namespace

TEST(SeveralProcesses, UseStudentsIntervalIfTheyDiffer)
{
    // Log ratios 0, 0.1, 0.2: mean 0.1, s = 0.1. scipy.stats.t.ppf(0.975, 2) * 0.1 / sqrt(3) =
    // 4.302653 * 0.0577350 = 0.248414.
    const std::vector<SpeedupEstimate> processes{
        process(1, 1, 0.01), process(std::exp(0.1), 1, 0.01), process(std::exp(0.2), 1, 0.01)};
    const SpeedupEstimate all = combineProcesses(processes);
    EXPECT_NEAR(std::log(all.speedup), 0.1, 1e-12);
    EXPECT_NEAR(std::log(all.speedup / all.low), 0.248414, 1e-6);
    EXPECT_NEAR(std::log(all.high / all.speedup), 0.248414, 1e-6);
    EXPECT_NEAR(spreadOfProcesses(processes), 0.1, 1e-12);
}

TEST(SeveralProcesses, UseTheirOwnIntervalsIfEqual)
{
    // By hand: sqrt(0.03^2 + 0.04^2 + 0.12^2) / 3 = 0.13 / 3.
    const std::vector<SpeedupEstimate> processes{process(2, 1, 0.03), process(2, 1, 0.04),
                                                 process(2, 1, 0.12)};
    const SpeedupEstimate all = combineProcesses(processes);
    EXPECT_DOUBLE_EQ(all.speedup, 2);
    EXPECT_NEAR(std::log(all.high / all.speedup), 0.13 / 3, 1e-12);
    EXPECT_NEAR(std::log(all.speedup / all.low), 0.13 / 3, 1e-12);
    EXPECT_DOUBLE_EQ(spreadOfProcesses(processes), 0);
}

TEST(SeveralProcesses, TimesAreGeometricMeansWhoseRatioIsTheSpeedup)
{
    // By hand: sqrt(1 * 4) = 2, sqrt(0.5 * 8) = 2; speedups 2 and 0.5.
    const std::vector<SpeedupEstimate> processes{process(1, 0.5, 0), process(4, 8, 0)};
    const SpeedupEstimate all = combineProcesses(processes);
    EXPECT_DOUBLE_EQ(all.baselineMs, 2);
    EXPECT_DOUBLE_EQ(all.candidateMs, 2);
    EXPECT_DOUBLE_EQ(all.speedup, 1);
}

TEST(SeveralProcesses, SingleProcessIsUnchanged)
{
    const std::vector<SpeedupEstimate> one{process(3, 2, 0.05)};
    const SpeedupEstimate all = combineProcesses(one);
    EXPECT_EQ(all.speedup, one.front().speedup);
    EXPECT_EQ(all.low, one.front().low);
    EXPECT_EQ(all.high, one.front().high);
    EXPECT_EQ(spreadOfProcesses(one), 0);
}

TEST(SeveralProcesses, AllTogetherTakeAsLongAsOne)
{
    TimingPolicy policy;
    policy.relativeInterval = 0.02;
    policy.minimumSeconds = 0.06;
    policy.maximumSeconds = 0.9;
    policy.minimumBlocks = 12;
    const TimingPolicy one = policyOfProcess(policy, 3);
    EXPECT_DOUBLE_EQ(one.minimumSeconds, 0.02);
    EXPECT_DOUBLE_EQ(one.maximumSeconds, 0.3);
    EXPECT_NEAR(one.relativeInterval, 0.0346410, 1e-7) << "0.02 * sqrt(3)";
    EXPECT_EQ(one.minimumBlocks, 4);
    EXPECT_EQ(policyOfProcess(policy, 1).minimumBlocks, 12);
    EXPECT_DOUBLE_EQ(policyOfProcess(policy, 1).minimumSeconds, 0.06);
    policy.minimumBlocks = 3; // set by the user
    EXPECT_EQ(policyOfProcess(policy, 3).minimumBlocks, 3);
}

TEST(SeveralProcesses, LongCallsAreTimedInOne)
{
    TimingPolicy policy;
    policy.maximumSeconds = 1;
    EXPECT_EQ(processesFor(0.001, policy), timedProcesses);
    EXPECT_EQ(processesFor(0.05, policy), timedProcesses);
    EXPECT_EQ(processesFor(0.08, policy), 1);
    policy.maximumSeconds = 4;
    EXPECT_EQ(processesFor(0.08, policy), timedProcesses) << "who asks for more gets more";
}

TEST(SeveralProcesses, IntervalsCoverTheTrueValue)
{
    // Processes differ by 3 %, and calls within one hardly at all. So the intervals of single
    // processes understate the error.
    std::mt19937_64 random(11);
    std::normal_distribution<double> between(0, 0.03);
    int held = 0;
    int heldByOne = 0;
    constexpr int experiments = 2000;
    for (int e = 0; e < experiments; ++e) {
        std::vector<SpeedupEstimate> processes;
        for (int p = 0; p < timedProcesses; ++p)
            processes.push_back(process(std::exp(between(random)), 1, 0.002));
        const SpeedupEstimate all = combineProcesses(processes);
        held += all.low <= 1 && 1 <= all.high ? 1 : 0;
        heldByOne += processes.front().low <= 1 && 1 <= processes.front().high ? 1 : 0;
    }
    EXPECT_NEAR(held, 0.95 * experiments, 0.02 * experiments);
    EXPECT_LT(heldByOne, 0.2 * experiments);
}

} // namespace loupe
