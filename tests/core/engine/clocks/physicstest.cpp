// SPDX-License-Identifier: Apache-2.0
//
// Tests the work of trials, counted by hand, against given ceilings of a device.
#include "core/engine/clocks/physics.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// x[8, 4] of float32 → y[8, 4]: 128 bytes in and 128 out.
TrialSpec trialOf(DType output, double bytes)
{
    TrialSpec trial;
    trial.caseName = "even/normal";
    TrialInput input;
    input.spec.dtype = DType::Float32;
    input.spec.shape = {8, 4};
    trial.inputs.push_back(input);
    TrialOutput out;
    out.spec.dtype = output;
    out.spec.shape = {8, 4};
    trial.outputs.push_back(out);
    trial.flops = 32;
    trial.bytes = bytes;
    return trial;
}

DeviceCeilings ceilingsOf(std::vector<MeasuredRate> rates)
{
    DeviceCeilings out;
    out.device = "cuda:0";
    out.rates = std::move(rates);
    return out;
}

} // namespace

TEST(Physics, CompulsoryBytesAreBoundedByFormulaAndTensors)
{
    const WorkRecord work = workOf(trialOf(DType::Float32, 1000));
    EXPECT_EQ(work.caseName, "even/normal");
    EXPECT_EQ(*work.flops, 32);
    EXPECT_EQ(*work.bytes, 1000);
    EXPECT_EQ(*work.compulsoryBytes, 256) << "what is read twice may be kept in between";
    EXPECT_EQ(*workOf(trialOf(DType::Float32, 100)).compulsoryBytes, 100)
        << "a lookup reads a few rows of its input";
    EXPECT_EQ(*workOf(trialOf(DType::Float16, 1000)).compulsoryBytes, 192);
}

TEST(Physics, RatesAreThoseOfTheFirstFloatingOutput)
{
    using Rates = std::vector<std::string>;
    EXPECT_EQ(ratesFor(trialOf(DType::Float64, 0)), Rates{"float64"});
    EXPECT_EQ(ratesFor(trialOf(DType::Float32, 0)), (Rates{"float32", "tf32"}));
    EXPECT_EQ(ratesFor(trialOf(DType::Float16, 0)), Rates{"float16"});
    EXPECT_EQ(ratesFor(trialOf(DType::BFloat16, 0)), Rates{"bfloat16"});
    EXPECT_EQ(ratesFor(trialOf(DType::Int64, 0)), (Rates{"int8", "float32"}));
    TrialSpec mixed = trialOf(DType::Int64, 0);
    mixed.outputs.push_back(trialOf(DType::Float16, 0).outputs.front());
    EXPECT_EQ(ratesFor(mixed), Rates{"float16"}) << "an index beside it computes nothing";
    EXPECT_EQ(ratesFor(TrialSpec()), (Rates{"int8", "float32"}));
}

TEST(Physics, ThePeakIsTheFastestOfTheRatesThatFit)
{
    const DeviceCeilings ceilings
        = ceilingsOf({rateFrom("float32", {1e12}, ""), rateFrom("tf32", {4e12}, ""),
                      rateFrom("float16", {9e12}, ""), rateFrom("read", {2e9}, ""),
                      rateFrom("copy", {1e9}, ""), rateFrom("cache_read", {8e9}, "")});
    Evaluation evaluation;
    keepWork(workOf(trialOf(DType::Float32, 1000)), {"float32", "tf32"}, ceilings, evaluation);
    ASSERT_TRUE(evaluation.work);
    EXPECT_EQ(evaluation.work->peakName, "tf32");
    EXPECT_EQ(*evaluation.work->peakFlops, 4e12);
    EXPECT_EQ(*evaluation.work->bandwidth, 2e9);
    EXPECT_EQ(*evaluation.work->cacheBandwidth, 8e9);
    EXPECT_TRUE(evaluation.flags.empty()) << "what was not timed was not too fast";
}

TEST(Physics, UnmeasuredValuesAreUnknown)
{
    Evaluation evaluation;
    evaluation.candidateMs = 1e-12;
    keepWork(workOf(trialOf(DType::BFloat16, 1000)), {"bfloat16"},
             ceilingsOf({rateFrom("float32", {1e12}, "")}), evaluation);
    EXPECT_FALSE(evaluation.work->peakFlops);
    EXPECT_EQ(evaluation.work->peakName, "");
    EXPECT_FALSE(evaluation.work->bandwidth);
    EXPECT_FALSE(evaluation.work->cacheBytes);
}

TEST(Physics, EquallyFastReferenceClearsTheCandidate)
{
    // 1e12 operations at 1e12 per second take at least one second.
    WorkRecord work;
    work.flops = 1e12;
    work.bytes = 1; // it has a formula of its own
    const auto flagsOf = [&](double candidateMs, std::optional<double> baselineMs) {
        Evaluation evaluation;
        evaluation.candidateMs = candidateMs;
        evaluation.baselineMs = baselineMs;
        keepWork(work, {"float32"}, ceilingsOf({rateFrom("float32", {1e12}, "")}), evaluation);
        return evaluation.flags;
    };
    EXPECT_EQ(flagsOf(10, 2000), std::vector<std::string>{"faster_than_physics"});
    EXPECT_EQ(flagsOf(10, std::nullopt), std::vector<std::string>{"faster_than_physics"});
    EXPECT_TRUE(flagsOf(10, 12).empty()) << "the task needs less than its sizes say";
    EXPECT_TRUE(flagsOf(1100, 2000).empty());
    work.bytes.reset();
    EXPECT_TRUE(flagsOf(10, 2000).empty()) << "algebra may save what was counted in a reference";
}

TEST(Physics, KeepsABrokenEnvironment)
{
    const Environment broken{"x", "cpu", "{\"kernel\":"};
    EXPECT_EQ(withCeilings(broken, ceilingsOf({})).json, broken.json);
}

} // namespace loupe
