// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/memoryplan.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::int64_t maxRepeatedBytes = 64LL << 20;
/// On a processor float64 costs time rather than memory.
constexpr std::int64_t maxExactBytesOnHost = 128LL << 20;

SizeLimits sharesOf(std::int64_t memory)
{
    SizeLimits limits;
    limits.memory = memory;
    limits.keptTask = memory / 64; // sixteen tasks may keep a quarter of the memory together
    limits.otherTimed = memory / 16;
    limits.repeated = maxRepeatedBytes;
    return limits;
}

/// Reference, candidate and checker: each starts the device itself.
constexpr std::int64_t contextBytes = std::int64_t{3} * (std::int64_t{600} << 20);

/// Inputs and expected result as passed on; a copy of inputs, a result and as much again of
/// intermediates in each of reference and candidate; the candidate's result and the checker's copy
/// of it.
constexpr std::int64_t copiesOfInputs = 10;

/// Weights as passed to candidates: the originals, and for the strict protocol random values in
/// place of constants, and permuted ones.
constexpr std::int64_t copiesOfWeights = 3;

/// Returns the size of the float64 form, with the result in its original types; 0 if there is none.
std::int64_t inFloat64(const TaskSizes &sizes, const SizeLimits &limits)
{
    const std::int64_t held = 2 * (*sizes.inputs + *sizes.weights);
    const std::int64_t whole = held + 2 * *sizes.peak;
    const bool isTooLarge
        = held > limits.exact || (limits.exactPeak > 0 && whole > limits.exactPeak);
    return isTooLarge ? 0 : whole + *sizes.result;
}

} // namespace

SizeLimits SizeLimits::ofDevice(std::int64_t totalBytes)
{
    SizeLimits limits = sharesOf(totalBytes);
    limits.exact = totalBytes / 16;
    limits.exactPeak = totalBytes / 2; // leaves room for the trial and one candidate
    return limits;
}

SizeLimits SizeLimits::ofHost(std::int64_t memoryBytes)
{
    SizeLimits limits = sharesOf(memoryBytes);
    limits.exact = maxExactBytesOnHost;
    return limits;
}

Json toJson(const SizeLimits &limits)
{
    return {{"memory", limits.memory},          {"kept_task", limits.keptTask},
            {"other_timed", limits.otherTimed}, {"repeated", limits.repeated},
            {"float64", limits.exact},          {"float64_peak", limits.exactPeak}};
}

DevicePlan devicePlan(const TaskSizes &sizes, const SizeLimits &limits, bool isStreamed,
                      std::int64_t share)
{
    if (!sizes.inputs) {
        const std::int64_t any = std::max(contextBytes, share);
        return {any, any};
    }
    if (!sizes.isKnown()) {
        const std::int64_t most = contextBytes + *sizes.inputs * copiesOfInputs;
        return {most, most};
    }
    const std::int64_t trial = sizes.trial();
    const std::int64_t handed = copiesOfWeights * *sizes.weights;
    // The peak counts twice, for the workspaces of libraries.
    const std::int64_t reference = *sizes.weights + *sizes.inputs + 2 * *sizes.peak;
    const std::int64_t exact = inFloat64(sizes, limits);
    // New inputs and weights exist next to the old ones while they are written. A result is passed
    // on as a copy, and the checker makes another one.
    const std::int64_t candidate
        = 2 * *sizes.weights + 2 * *sizes.inputs + 2 * *sizes.peak + 2 * *sizes.result;
    // Inputs of timed calls are handed over; the reference keeps them, too, and copies them in.
    const std::int64_t other = trial <= limits.otherTimed ? trial + 2 * *sizes.inputs : 0;
    DevicePlan plan;
    // Changed weights need a copy of the originals if nothing is in float64.
    plan.preparing = contextBytes + trial + handed + reference + std::max(exact, *sizes.weights);
    plan.judging
        = contextBytes + trial + other + handed + reference + candidate + (isStreamed ? exact : 0);
    plan.fresh = isStreamed || other == 0 ? 0 : exact;
    return plan;
}

} // namespace loupe
