// SPDX-License-Identifier: Apache-2.0
#include "core/judge/protocolbuilder.h"

#include <cstdlib>

namespace loupe {

namespace {

constexpr std::uint64_t publicSeed = 42;

/// Returns the results of five torch.randint(0, 2^32 - 1) after manual_seed(42). The algorithm for
/// such ranges changed in about torch 2.7.
const std::vector<std::uint64_t> &trialSeeds(const std::string &torchVersion)
{
    static const std::vector<std::uint64_t> present{734796314, 576165995, 2197670066, 839703249,
                                                    2584932063};
    static const std::vector<std::uint64_t> older{1608637542, 3421126067, 4083286876, 787846414,
                                                  3143890026};
    if (torchVersion.empty())
        return present;
    char *rest = nullptr;
    const long major = std::strtol(torchVersion.c_str(), &rest, 10);
    const long minor = *rest == '.' ? std::strtol(rest + 1, nullptr, 10) : 0;
    return major < 2 || (major == 2 && minor < 7) ? older : present;
}

DType precisionOf(const std::string &fact)
{
    if (fact == "fp16" || fact == "float16")
        return DType::Float16;
    if (fact == "bf16" || fact == "bfloat16")
        return DType::BFloat16;
    return DType::Float32;
}

TimingProtocol timingOfKernelBench(bool withGrad)
{
    TimingProtocol timing;
    timing.method = "cuda_event";
    timing.warmups = 3;
    timing.discarded = 1;
    timing.trials = 100;
    timing.flushesCache = true;
    timing.flushBytes = std::int64_t{256} << 20;
    timing.gradEnabled = withGrad;
    timing.statistic = "mean";
    timing.inputs = "one get_inputs() at seed 42; the same tensors in every call; outputs unread";
    return timing;
}

/// Applies quirks of comparison and inputs; each changes a field.
void judgeAsChosen(ProtocolBuilder &builder, Protocol &protocol)
{
    if (builder.intended(
            {"integer_inputs_cast",
             "every tensor input is cast to the run's precision, class "
             "labels, masks and token ids too",
             "only floating tensor inputs are cast",
             "level 1 task 95 and all of level 4 fail in the reference when labels become floats"}))
        protocol.cast = InputCast::FloatingTensors;
    if (builder.intended(
            {"tolerance_of_candidate", "the relative tolerance is of the candidate's magnitude",
             "the relative tolerance is of the reference's magnitude",
             "torch.allclose scales by its second argument, which is the candidate's output"}))
        protocol.rule.scale = NestedRule::Scale::Expected;
    const Quirk weights{"weights_by_seed",
                        "weights are equal only where the candidate draws the same random "
                        "numbers in the same order",
                        "the reference's state_dict is copied into the candidate",
                        "a right candidate that orders its parameters otherwise fails"};
    if (builder.isFact("backward")) // as addGradients() has it
        builder.neverShipped(weights);
    else if (builder.intended(weights))
        protocol.weights = WeightEquality::Transplant;
    if (builder.intended(
            {"random_state_differs",
             "the candidate's forward goes on where the reference's left "
             "the random generator",
             "both forwards start from the same state of the generator",
             "dropout is active in level 2 tasks 66 and 83: an honest candidate fails by chance"}))
        protocol.sameRandomState = true;
    if (builder.intended({"tf32_reference", "float32 convolutions of the reference may use TF32",
                          "the reference computes float32 in float32",
                          "at a tolerance of 1e-4 an honest float32 convolution fails, e.g. level "
                          "1 task 50"}))
        protocol.referenceMayUseTf32 = false;
}

void recordRestOfKernelBench(ProtocolBuilder &builder)
{
    builder.intended({"constructor_error_is_no_build",
                      "an exception of the candidate's constructor other than RuntimeError is "
                      "recorded as not compiled",
                      "it is recorded as compiled and failed",
                      "the share of compiled candidates depends on it"});
    builder.neverShipped({"shared_namespace",
                          "the candidate is executed in the reference's globals",
                          "the candidate has a process and globals of its own",
                          "a candidate that redefines a constant changes the reference's inputs"});
    builder.neverShipped({"lock_in_message",
                          "a compiler message with \"lock\" in it (blockIdx) ends the whole run",
                          "it is a compile error like any other",
                          "such samples are missing in published result files"});
}

} // namespace

Result<Protocol> kernelBenchProtocol(const std::string &version, ProtocolBuilder builder)
{
    Protocol protocol;
    protocol.precision = precisionOf(builder.fact("precision"));
    protocol.modelsCast = true;
    protocol.trials = 5;
    protocol.seedScheme = SeedScheme::PerTrial;
    protocol.seeds = trialSeeds(builder.fact("torch"));
    protocol.modelSeed = publicSeed;
    protocol.cast = InputCast::AllTensors;
    // 0.0 and 0.1 used 1e-2 for all types.
    const bool isTight = version == "0.2" && protocol.precision == DType::Float32;
    const double tolerance = isTight ? 1e-4 : 1e-2;
    protocol.rule.otherwise = {false, tolerance, tolerance, 0};
    protocol.rule.scale = NestedRule::Scale::Actual;
    protocol.rule.numbers = NestedRule::Numbers::Equal;
    protocol.rule.onlyOneTensor = true;
    protocol.stages = {"compiled", "correctness", "performance"};
    protocol.deadlineSeconds = 180;
    protocol.excessiveSpeedup = 10;
    protocol.speedupDefinition
        = "mean time of the baseline (PyTorch eager or torch.compile, same hardware) / mean time "
          "of the candidate, both rounded to three digits";
    judgeAsChosen(builder, protocol);
    protocol.timing = timingOfKernelBench(!builder.intended(
        {"grad_in_timing",
         "the candidate is timed with autograd on, its correctness judged with "
         "it off",
         "autograd is off in both",
         "the baseline is timed with it off, and a candidate can tell the phases apart"}));
    recordRestOfKernelBench(builder);
    return builder.finish(std::move(protocol));
}

} // namespace loupe
