// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/timesbycase.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

Evaluation timedBy(const std::vector<std::string> &clocks)
{
    Evaluation out;
    for (const std::string &clock : clocks) {
        TimingSeries series;
        series.clock = clock;
        for (const char *role : {"baseline", "candidate"}) {
            series.role = role;
            series.samplesMs = std::vector<double>(8, series.role == "candidate" ? 2.0 : 9.0);
            out.timings.push_back(series);
        }
    }
    return out;
}

} // namespace

TEST(FurtherSpeedup, AllowsForDifferencesBetweenProcesses)
{
    const std::vector<double> samples(6, 3.0);
    const auto device = furtherSpeedup(timedBy({"cupti", "engine_wall"}), {"cupti", samples});
    ASSERT_TRUE(device);
    EXPECT_DOUBLE_EQ(device->speedup, 1.5);
    EXPECT_NEAR(device->low, 1.5 / std::exp(processHalfWidth), 1e-12);
    EXPECT_NEAR(device->high, 1.5 * std::exp(processHalfWidth), 1e-12);
    const auto host = furtherSpeedup(timedBy({"engine_wall"}), {"engine_wall", samples});
    ASSERT_TRUE(host);
    EXPECT_NEAR(host->high, 1.5 * std::exp(hostProcessHalfWidth), 1e-12);
}

TEST(FurtherSpeedup, TheIntervalLiesAroundTheTimeOfSeveralProcesses)
{
    Evaluation evaluation = timedBy({"cupti"});
    TimingSeries &candidate = evaluation.timings.back();
    candidate.samplesMs = {1, 1, 1, 1, 4, 4, 4, 4, 4, 4, 4, 4};
    candidate.samplesByProcess = {4, 8};
    const auto speedup = furtherSpeedup(evaluation, {"cupti", std::vector<double>(6, 3.0)});
    ASSERT_TRUE(speedup);
    EXPECT_DOUBLE_EQ(speedup->candidateMs, 2.0) << "the geometric mean of 1 and 4";
    EXPECT_DOUBLE_EQ(speedup->speedup, 1.5);
    EXPECT_LE(speedup->low, 1.5);
    EXPECT_GE(speedup->high, 1.5);
}

TEST(FurtherSpeedup, OtherMeasurementsAreNotCompared)
{
    const FurtherSamples baseline{"cupti", std::vector<double>(6, 3.0)};
    EXPECT_FALSE(furtherSpeedup(timedBy({"engine_wall"}), baseline)) << "another clock";
    EXPECT_FALSE(furtherSpeedup(timedBy({"cupti", "cupti"}), baseline)) << "two cases";
    EXPECT_FALSE(furtherSpeedup({}, baseline));
    EXPECT_FALSE(furtherSpeedup(timedBy({"cupti"}), {"cupti", {3.0, 3.0, 3.0}})) << "too few";
    Evaluation damaged = timedBy({"cupti"});
    damaged.timings.back().samplesMs.front() = 0;
    EXPECT_FALSE(furtherSpeedup(damaged, baseline));
}

} // namespace loupe::test
