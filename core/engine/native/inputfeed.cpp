// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/inputfeed.h"

#include "core/base/digest.h"

namespace loupe {

Result<std::unique_ptr<InputFeed>> InputFeed::make(const TrialSpec &trial, const TimedSides &sides,
                                                   std::size_t slotCount, Compare compare)
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
    return std::unique_ptr<InputFeed>(new InputFeed(trial, sides, slotCount, std::move(*inputs),
                                                    std::move(*expected), std::move(*actual),
                                                    std::move(compare)));
}

InputFeed::InputFeed(const TrialSpec &trial, const TimedSides &sides, std::size_t slotCount,
                     FreshInputs inputs, TensorArena expected, TensorArena actual, Compare compare)
    : m_tensors(sides.tensors)
    , m_baselineOutputs(sides.baselineOutputs)
    , m_inputs(std::move(inputs))
    , m_slotCount(slotCount)
    , m_inputsOfACall(trial.inputs.size())
    , m_expected(std::move(expected))
    , m_actual(std::move(actual))
    , m_compare(std::move(compare))
{
}

Status InputFeed::lay()
{
    for (std::size_t slot = 0; slot < m_slotCount; ++slot) {
        const std::uint64_t secret = m_random();
        for (std::size_t i = 0; i < m_inputsOfACall; ++i) {
            const auto place = m_tensors.inputs.bytes(slot * m_inputsOfACall + i);
            if (Status laid = m_inputs.fill(i, secret, place); !laid)
                return laid;
        }
    }
    return m_inputs.renew();
}

InputFeed::Judged InputFeed::judge(std::size_t slot)
{
    const std::size_t first = slot * m_expected.count();
    m_expected.copyFrom(m_baselineOutputs, first);
    m_actual.copyFrom(m_tensors.outputs, first);
    return m_compare(m_expected, m_actual);
}

} // namespace loupe
