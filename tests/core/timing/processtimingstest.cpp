// SPDX-License-Identifier: Apache-2.0
#include "core/timing/processtimings.h"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// A process whose own interval is e^±halfWidth around its speedup.
SpeedupEstimate process(double logSpeedup, double halfWidth)
{
    const double speedup = std::exp(logSpeedup);
    return {2, 2 * speedup, speedup, speedup * std::exp(-halfWidth), speedup * std::exp(halfWidth)};
}

/// Processes of equal kernels that lie this far apart, timed until they do.
SpeedupEstimate timedLikeThis(std::mt19937_64 &random, double apart)
{
    std::normal_distribution<double> place(0, apart);
    std::vector<SpeedupEstimate> processes;
    do
        processes.push_back(process(place(random), 0.001));
    while (!areEnough(processes, {}, 0.02));
    return combineProcesses(processes);
}

} // namespace

TEST(ProcessTimings, IntervalIsThatOfTheProcessesMean)
{
    // Log speedups 0, 0.1, 0.2: s = 0.1, t(0.975, 2) = 4.302653 (any t table); half width
    // 4.302653 · 0.1 / sqrt(3) = 0.248414 around e^0.1.
    const std::vector processes{process(0, 0.01), process(0.1, 0.01), process(0.2, 0.01)};
    const SpeedupEstimate all = combineProcesses(processes);
    EXPECT_NEAR(all.speedup, std::exp(0.1), 1e-12);
    EXPECT_NEAR(std::log(all.high / all.speedup), 0.248414, 1e-5);
    EXPECT_NEAR(std::log(all.speedup / all.low), 0.248414, 1e-5);
    EXPECT_NEAR(all.candidateMs, 2, 1e-12);
    EXPECT_NEAR(all.baselineMs / all.candidateMs, all.speedup, 1e-12);
}

TEST(ProcessTimings, EqualProcessesKeepTheUncertaintyOfTheirOwnSamples)
{
    // Four processes whose own half widths are 0.04: sqrt(4 · 0.0016) / 4 = 0.02.
    const std::vector<SpeedupEstimate> processes(4, process(0.3, 0.04));
    const SpeedupEstimate all = combineProcesses(processes);
    EXPECT_NEAR(std::log(all.high / all.low) / 2, 0.02, 1e-12);
    const SpeedupEstimate one = process(0.3, 0.04);
    EXPECT_DOUBLE_EQ(combineProcesses(std::span(&one, 1)).low, one.low);
}

TEST(ProcessTimings, AreEnoughWhenTheIntervalIsNarrowOrTheyAreMany)
{
    const ProcessPolicy policy{3, 5};
    std::vector<SpeedupEstimate> processes{process(0, 0.001), process(0, 0.001)};
    EXPECT_FALSE(areEnough(processes, policy, 0.02)) << "two are fewer than three";
    processes.push_back(process(0.001, 0.001));
    EXPECT_TRUE(areEnough(processes, policy, 0.02));
    processes = {process(0, 0.001), process(0.2, 0.001), process(0.4, 0.001)};
    EXPECT_FALSE(areEnough(processes, policy, 0.02));
    processes.resize(5, process(0.1, 0.001));
    EXPECT_TRUE(areEnough(processes, policy, 0.02)) << "no more than five are started";
}

TEST(ProcessTimings, IntervalCoversTheTruthWhenProcessesDiffer)
{
    // Equal kernels: the true logarithm is 0. Nominal 95 %; with 800 experiments two standard
    // deviations are 1.5 points, and stopping early may cost one.
    std::mt19937_64 random(11);
    for (const double apart : {0.002, 0.01, 0.03}) {
        int covered = 0;
        constexpr int experiments = 800;
        for (int e = 0; e < experiments; ++e) {
            const SpeedupEstimate all = timedLikeThis(random, apart);
            covered += all.low <= 1 && 1 <= all.high ? 1 : 0;
        }
        EXPECT_GE(covered, experiments * 925 / 1000) << apart;
        EXPECT_LE(covered, experiments * 975 / 1000) << "wider than it says: " << apart;
    }
}

} // namespace loupe
