// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/calltensors.h"

#include "core/platforms/inputs/freshinputs.h"

#include <algorithm>

namespace loupe {

namespace {

/// Maximum size of all slots: inputs and the outputs of both sides.
constexpr std::size_t ringBytes = std::size_t{12} << 20;
/// Maximum tensors of an arena: each is followed by unmapped memory.
constexpr std::size_t maxTensors = 64;
/// Maximum size of inputs drawn for each call, all slots: drawing takes much longer than a call.
constexpr std::size_t maxDrawnBytes = std::size_t{1} << 20;

/// Returns the specs of a call's inputs or outputs, for all slots.
template <typename Each>
std::vector<TensorSpec> specsOf(const std::vector<Each> &ofCall, std::size_t slotCount)
{
    std::vector<TensorSpec> specs;
    for (std::size_t slot = 0; slot < slotCount; ++slot) {
        for (const Each &each : ofCall)
            specs.push_back(each.spec);
    }
    return specs;
}

} // namespace

std::size_t slotsOf(const TrialSpec &trial)
{
    std::size_t bytes = 0;
    std::size_t drawn = 0;
    for (const TrialInput &input : trial.inputs) {
        const auto size = static_cast<std::size_t>(input.spec.bytes());
        bytes += size;
        drawn += isDrawnAnew(input.generator) ? size : 0;
    }
    for (const TrialOutput &output : trial.outputs)
        bytes += 2 * static_cast<std::size_t>(output.spec.bytes());
    const std::size_t tensors = std::max(trial.inputs.size(), trial.outputs.size());
    const auto share
        = [](std::size_t all, std::size_t ofOne) { return all / std::max<std::size_t>(1, ofOne); };
    return std::max<std::size_t>(1,
                                 std::min({share(ringBytes, bytes), share(maxDrawnBytes, drawn),
                                           share(maxTensors, tensors)}));
}

Result<TensorArena> poisonedOutputs(const TrialSpec &spec, std::size_t slotCount)
{
    auto arena = TensorArena::create(specsOf(spec.outputs, slotCount));
    if (arena)
        arena->poison();
    return arena;
}

Result<CallTensors> CallTensors::make(const TrialSpec &trial, std::size_t slotCount)
{
    auto inputs = TensorArena::create(specsOf(trial.inputs, slotCount));
    if (!inputs)
        return inputs.error();
    if (Status sealed = inputs->sealForOthers(); !sealed)
        return sealed.error();
    auto outputs = poisonedOutputs(trial, slotCount);
    if (!outputs)
        return outputs.error();
    return CallTensors{std::move(*inputs), std::move(*outputs)};
}

bool CallTensors::fit(const TrialSpec &trial, std::size_t slotCount) const
{
    return std::ranges::equal(inputs.specs(), specsOf(trial.inputs, slotCount))
        && std::ranges::equal(outputs.specs(), specsOf(trial.outputs, slotCount));
}

void CallTensors::layInputs(const TensorArena &other)
{
    for (std::size_t i = 0; i < other.count(); ++i)
        std::ranges::copy(other.bytes(i), inputs.bytes(i).begin());
}

} // namespace loupe
