// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/timingrecord.h"

#include <cmath>
#include <deque>

#include <gtest/gtest.h>

namespace loupe {

namespace {

PairedTiming paired()
{
    PairedTiming timing;
    timing.baselineMs = {3.0, 3.0, 3.0};
    timing.candidateMs = {1.5, 1.5, 1.5};
    timing.baselineCalls = 2;
    timing.candidateCalls = 5;
    return timing;
}

/// Returns a block that takes the listed seconds in turn; nullopt means that the side fails.
TimedBlock told(std::deque<std::optional<double>> seconds)
{
    return [seconds](int calls) mutable -> std::optional<BlockTime> {
        EXPECT_EQ(calls, 0);
        const auto next = seconds.front();
        seconds.pop_front();
        return next ? std::optional(BlockTime(*next)) : std::nullopt;
    };
}

} // namespace

TEST(EmptyBlocks, AreTheMedianOfFiveRoundTripsInMilliseconds)
{
    EXPECT_DOUBLE_EQ(emptyBlockMs(told({0.5, 0.001, 0.003, 0.002, 0.0025})), 2.5);
}

TEST(EmptyBlocks, OnesThatFailAreLeftOut)
{
    EXPECT_DOUBLE_EQ(emptyBlockMs(told({{}, 0.002, {}, 0.004, 0.001})), 2.0);
    EXPECT_EQ(emptyBlockMs(told({{}, {}, {}, {}, {}})), 0.0);
}

TEST(TimingRecord, KeepsBothSidesWithTheirCallsAndTheSpeedup)
{
    Evaluation evaluation;
    keepTiming(paired(), "engine_blocks", "even/normal", "native reference", 0.25, evaluation);
    ASSERT_EQ(evaluation.timings.size(), 2U);
    const TimingSeries &baseline = evaluation.timings[0];
    EXPECT_EQ(baseline.role, "baseline");
    EXPECT_EQ(baseline.clock, "engine_blocks");
    EXPECT_EQ(baseline.caseName, "even/normal");
    EXPECT_EQ(baseline.samplesMs, (std::vector<double>{3, 3, 3}));
    EXPECT_EQ(baseline.callsPerSample, (std::vector<int>{2, 2, 2}));
    EXPECT_EQ(baseline.overheadMs, 0.25);
    EXPECT_EQ(evaluation.timings[1].role, "candidate");
    EXPECT_EQ(evaluation.timings[1].callsPerSample, (std::vector<int>{5, 5, 5}));
    EXPECT_EQ(evaluation.baseline, "native reference");
    EXPECT_DOUBLE_EQ(*evaluation.baselineMs, 3.0);
    EXPECT_DOUBLE_EQ(*evaluation.candidateMs, 1.5);
    EXPECT_DOUBLE_EQ(*evaluation.speedup, 2.0);
    EXPECT_DOUBLE_EQ(*evaluation.speedupLow, 2.0 / std::exp(processHalfWidth));
    EXPECT_DOUBLE_EQ(*evaluation.speedupHigh, 2.0 * std::exp(processHalfWidth));
}

TEST(TimingRecord, AppendsSamplesOfFurtherProcesses)
{
    Evaluation evaluation;
    addSamples({"candidate", "engine_wall", "a", {1, 2, 3}, {4, 4, 4}, 0.1}, evaluation);
    EXPECT_TRUE(evaluation.timings.front().samplesByProcess.empty());
    addSamples({"baseline", "engine_wall", "a", {9}, {1}, 0.1}, evaluation);
    addSamples({"candidate", "engine_wall", "a", {5, 6}, {7, 7}, 0.3}, evaluation);
    addSamples({"candidate", "engine_wall", "b", {8}, {1}, 0.1}, evaluation);
    addSamples({"candidate", "engine_wall", "a", {7}, {2}, 0.8}, evaluation);
    ASSERT_EQ(evaluation.timings.size(), 3U);
    const TimingSeries &series = evaluation.timings.front();
    EXPECT_EQ(series.samplesMs, (std::vector<double>{1, 2, 3, 5, 6, 7}));
    EXPECT_EQ(series.callsPerSample, (std::vector<int>{4, 4, 4, 7, 7, 2}));
    EXPECT_EQ(series.samplesByProcess, (std::vector<std::int64_t>{3, 2, 1}));
    EXPECT_NEAR(series.overheadMs, 0.4, 1e-12);
    EXPECT_TRUE(isConsistent(series));
    EXPECT_TRUE(evaluation.timings[1].samplesByProcess.empty()) << "of another side";
}

TEST(TimingRecord, DroppingASpeedupKeepsTheTimes)
{
    Evaluation evaluation;
    keepTiming(paired(), "engine_wall", "even/normal", "eager", 0, evaluation);
    dropSpeedup(evaluation);
    EXPECT_FALSE(evaluation.speedup || evaluation.speedupLow || evaluation.speedupHigh);
    EXPECT_DOUBLE_EQ(*evaluation.candidateMs, 1.5);
    EXPECT_EQ(evaluation.timings.size(), 2U);
}

TEST(TimingRecord, AnEstimateOfSeveralCasesIsKept)
{
    Evaluation evaluation;
    keepSpeedup(SpeedupEstimate{2.0, 8.0, 4.0, 3.5, 4.5}, "compile", evaluation);
    EXPECT_TRUE(evaluation.timings.empty());
    EXPECT_EQ(evaluation.baseline, "compile");
    EXPECT_DOUBLE_EQ(*evaluation.candidateMs, 2.0);
    EXPECT_DOUBLE_EQ(*evaluation.baselineMs, 8.0);
    EXPECT_DOUBLE_EQ(*evaluation.speedup, 4.0);
    // By hand: log(4 / 3.5) = 0.133531, with 0.008 as an independent error 0.133771; log(4.5 / 4)
    // likewise.
    EXPECT_NEAR(*evaluation.speedupLow, 3.49916, 1e-4);
    EXPECT_NEAR(*evaluation.speedupHigh, 4.50122, 1e-4);
}

} // namespace loupe
