// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/calltensors.h"

#include <algorithm>

namespace loupe {

namespace {

std::vector<TensorSpec> inputSpecs(const TrialSpec &trial)
{
    std::vector<TensorSpec> specs;
    for (const TrialInput &input : trial.inputs)
        specs.push_back(input.spec);
    return specs;
}

std::vector<TensorSpec> outputSpecs(const TrialSpec &trial)
{
    std::vector<TensorSpec> specs;
    for (const TrialOutput &output : trial.outputs)
        specs.push_back(output.spec);
    return specs;
}

} // namespace

Result<TensorArena> poisonedOutputs(const TrialSpec &spec)
{
    auto arena = TensorArena::create(outputSpecs(spec));
    if (arena)
        arena->poison();
    return arena;
}

Result<CallTensors> CallTensors::make(const TrialSpec &trial)
{
    auto inputs = TensorArena::create(inputSpecs(trial));
    if (!inputs)
        return inputs.error();
    if (Status sealed = inputs->sealForOthers(); !sealed)
        return sealed.error();
    auto outputs = poisonedOutputs(trial);
    if (!outputs)
        return outputs.error();
    return CallTensors{std::move(*inputs), std::move(*outputs)};
}

bool CallTensors::fit(const TrialSpec &trial) const
{
    return std::ranges::equal(inputs.specs(), inputSpecs(trial))
        && std::ranges::equal(outputs.specs(), outputSpecs(trial));
}

void CallTensors::layInputs(const TensorArena &other)
{
    for (std::size_t i = 0; i < inputs.count(); ++i)
        std::ranges::copy(other.bytes(i), inputs.bytes(i).begin());
}

} // namespace loupe
