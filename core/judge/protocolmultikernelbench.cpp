// SPDX-License-Identifier: Apache-2.0
#include "core/judge/protocolbuilder.h"

namespace loupe {

namespace {

TimingProtocol timingOfMultiKernelBench(bool isPallas)
{
    TimingProtocol timing;
    timing.method = isPallas ? "xla_execute_time" : "device_event";
    timing.warmups = isPallas ? 10 : 3;
    timing.discarded = isPallas ? 1 : 0;
    timing.trials = 100;
    timing.statistic = "mean";
    timing.inputs = "the first group or one get_inputs(), the same tensors in every call; the "
                    "candidate's object is made anew, unseeded; outputs unread";
    return timing;
}

void recordRestOfMultiKernelBench(ProtocolBuilder &builder)
{
    builder.intended(
        {"cheating_is_advisory", "a candidate found cheating (AscendC only) stays correct",
         "a candidate found cheating is not correct", "published counts include such candidates"});
    builder.intended({"timeout_is_compiled", "a candidate that runs out of time counts as compiled",
                      "a time-out of the compiler counts as not compiled",
                      "180 s hold for compiling, checking and timing together"});
    builder.neverShipped({"shared_namespace",
                          "the reference is executed in the candidate's globals",
                          "each side has a process and globals of its own",
                          "a candidate can change what the reference sees"});
}

} // namespace

Result<Protocol> multiKernelBenchProtocol(const std::string &version, ProtocolBuilder builder)
{
    const bool isPallas = builder.fact("backend") == "pallas";
    const bool isTight = !isPallas && (version == "2026-01" || version == "2026-05");
    const double tolerance = isTight ? 1e-4 : 1e-2;
    constexpr std::uint64_t publicSeed = 1024;
    Protocol protocol;
    protocol.trials = 5;
    protocol.seedScheme = SeedScheme::AfterCandidate;
    protocol.seeds = {publicSeed};
    protocol.modelSeed = publicSeed;
    protocol.stopsAtFirstFailure = true;
    protocol.rule.otherwise = {false, tolerance, tolerance, 0};
    protocol.rule.byDtype[DType::Bool] = {true, 0, 0, 0};
    protocol.rule.scale = NestedRule::Scale::Actual;
    protocol.rule.numbers = NestedRule::Numbers::Equal;
    protocol.rule.comparesDicts = false;
    protocol.rule.comparesArrays = false;
    protocol.rule.onlyOneTensor = isPallas;
    if (builder.intended({"inputs_follow_candidate",
                          "inputs go on in the random stream where the candidate's constructor "
                          "left it",
                          "the seed is set again before the inputs are made",
                          "two candidates get different inputs"}))
        protocol.seedScheme = SeedScheme::Once;
    if (builder.intended({"same_inputs_object", "both sides are given the very same tensors",
                          "each side is given inputs of its own",
                          "a candidate that writes its inputs is not found out, and may change "
                          "later calls"}))
        protocol.sharedInputs = false;
    if (builder.intended({"tolerance_of_candidate",
                          "the relative tolerance is of the candidate's magnitude",
                          "the relative tolerance is of the reference's magnitude",
                          "the paper's formula scales by the reference"}))
        protocol.rule.scale = NestedRule::Scale::Expected;
    if (builder.intended(
            {"integer_tolerance", "whole numbers are compared as float32 within the tolerance",
             "whole numbers must be equal", "an index above 10000 may be off by one"})) {
        for (const DType dtype :
             {DType::Int8, DType::UInt8, DType::Int16, DType::Int32, DType::Int64})
            protocol.rule.byDtype[dtype] = {true, 0, 0, 0};
    }
    if (builder.intended({"weights_by_seed",
                          "weights are equal only where the candidate draws the same random "
                          "numbers in the same order",
                          "the reference's state_dict is copied into the candidate",
                          "a right candidate that orders its parameters otherwise fails"}))
        protocol.weights = WeightEquality::Transplant;
    protocol.stages = {"compiled", "correctness", "performance"};
    protocol.deadlineSeconds = 180;
    protocol.timing = timingOfMultiKernelBench(isPallas);
    protocol.speedupDefinition = "mean time of PyTorch eager on the same device / mean time of the "
                                 "candidate, both rounded to three digits";
    recordRestOfMultiKernelBench(builder);
    return builder.finish(std::move(protocol));
}

} // namespace loupe
