// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/freshslots.h"

#include "core/base/digest.h"

namespace loupe {

Result<std::unique_ptr<FreshSlots>> FreshSlots::make(const TrialSpec &trial, CallTensors &tensors,
                                                     const TensorArena &baselineOutputs,
                                                     Compare compare)
{
    auto inputs = FreshInputs::make(trial, randomHex(32));
    if (!inputs)
        return inputs.error();
    auto expected = poisonedOutputs(trial);
    if (!expected)
        return expected.error();
    auto actual = poisonedOutputs(trial);
    if (!actual)
        return actual.error();
    return std::unique_ptr<FreshSlots>(new FreshSlots(trial, tensors, baselineOutputs,
                                                      std::move(*inputs), std::move(*expected),
                                                      std::move(*actual), std::move(compare)));
}

FreshSlots::FreshSlots(const TrialSpec &trial, CallTensors &tensors,
                       const TensorArena &baselineOutputs, FreshInputs inputs, TensorArena expected,
                       TensorArena actual, Compare compare)
    : m_tensors(tensors)
    , m_baselineOutputs(baselineOutputs)
    , m_inputs(std::move(inputs))
    , m_count(slotsOf(trial))
    , m_inputsOfACall(trial.inputs.size())
    , m_expected(std::move(expected))
    , m_actual(std::move(actual))
    , m_compare(std::move(compare))
{
}

Status FreshSlots::lay(std::mt19937_64 &random)
{
    for (std::size_t slot = 0; slot < m_count; ++slot) {
        const std::uint64_t secret = random();
        for (std::size_t i = 0; i < m_inputsOfACall; ++i) {
            const auto place = m_tensors.inputs.bytes(slot * m_inputsOfACall + i);
            if (Status laid = m_inputs.fill(i, secret, place); !laid)
                return laid;
        }
    }
    return m_inputs.renew();
}

Result<std::pair<Verdict, std::string>> FreshSlots::judge(std::size_t slot)
{
    const std::size_t first = slot * m_expected.count();
    m_expected.copyFrom(m_baselineOutputs, first);
    m_actual.copyFrom(m_tensors.outputs, first);
    return m_compare(m_expected, m_actual);
}

} // namespace loupe
