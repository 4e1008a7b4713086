// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/memoryplan.h"

#include <algorithm>

namespace loupe {

namespace {

/// Reference, candidate and judge: each starts the device for itself.
constexpr std::int64_t contextBytes = std::int64_t{3} * (std::int64_t{600} << 20);

/// Inputs and expectation as they are handed over; with the reference and with the candidate a copy
/// of the inputs, a result and as much again for what torch keeps or computes on the way; the
/// candidate's result as it is handed over, and the judge's copy of it.
constexpr std::int64_t copiesOfInputs = 10;

/// As they are handed to candidates, and once more each with other values (points of the strict
/// protocol): as they were, at random where all are one number, in another order.
constexpr std::int64_t copiesOfWeights = 3;

/// With the result once more in the types as they are. 0 where there is no such form.
std::int64_t inFloat64(const TaskSizes &sizes, const SizeLimits &limits)
{
    const std::int64_t held = 2 * (*sizes.inputs + *sizes.weights);
    const std::int64_t whole = held + 2 * *sizes.peak;
    const bool isTooLarge
        = held > limits.exact || (limits.exactPeak > 0 && whole > limits.exactPeak);
    return isTooLarge ? 0 : whole + *sizes.result;
}

} // namespace

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
    // Once more what it computes, for what libraries work in.
    const std::int64_t reference = *sizes.weights + *sizes.inputs + 2 * *sizes.peak;
    const std::int64_t exact = inFloat64(sizes, limits);
    // Inputs at the addresses of the last ones lie beside those for a moment, and so do weights; a
    // result is handed over as a copy, of which the judge makes another.
    const std::int64_t candidate
        = 2 * *sizes.weights + 2 * *sizes.inputs + 2 * *sizes.peak + 2 * *sizes.result;
    const std::int64_t other = trial <= limits.otherTimed ? trial : 0;
    DevicePlan plan;
    // Weights that are changed are kept beside, to be put back, when nothing is in float64.
    plan.preparing = contextBytes + trial + handed + reference + std::max(exact, *sizes.weights);
    plan.judging
        = contextBytes + trial + other + handed + reference + candidate + (isStreamed ? exact : 0);
    plan.fresh = isStreamed || other == 0 ? 0 : exact;
    return plan;
}

} // namespace loupe
