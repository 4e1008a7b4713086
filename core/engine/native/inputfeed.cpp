// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/inputfeed.h"

#include "core/base/digest.h"

#include <algorithm>
#include <string>
#include <utility>

namespace loupe {

Result<std::unique_ptr<InputFeed>> InputFeed::make(const TrialSpec &trial, const NativeSides &sides,
                                                   std::size_t slotCount, Compare compare)
{
    auto inputs = FreshInputs::make(trial, randomHex(32));
    if (!inputs)
        return inputs.error();
    return std::unique_ptr<InputFeed>(
        new InputFeed(trial, sides, slotCount, std::move(*inputs), std::move(compare)));
}

InputFeed::InputFeed(const TrialSpec &trial, const NativeSides &sides, std::size_t slotCount,
                     FreshInputs inputs, Compare compare)
    : m_trial(trial)
    , m_tensors(sides.tensors)
    , m_baselineOutputs(sides.baselineOutputs)
    , m_inputs(std::move(inputs))
    , m_slotCount(slotCount)
    , m_compare(std::move(compare))
{
}

std::size_t InputFeed::maxKept() const
{
    constexpr std::int64_t maxBytes = std::int64_t{512} << 20;
    constexpr std::int64_t fewest = 2;
    constexpr std::int64_t most = 8;
    std::int64_t bytes = 0;
    for (const TrialOutput &output : m_trial.outputs)
        bytes += 2 * output.spec.bytes();
    return static_cast<std::size_t>(
        std::clamp(maxBytes / std::max<std::int64_t>(1, bytes), fewest, most));
}

Result<std::size_t> InputFeed::lay()
{
    for (std::size_t slot = 0; slot < m_slotCount; ++slot) {
        const std::uint64_t secret = m_random();
        for (std::size_t i = 0; i < m_trial.inputs.size(); ++i) {
            const auto place = m_tensors.inputs.bytes(slot * m_trial.inputs.size() + i);
            if (Status laid = m_inputs.fill(i, secret, place); !laid)
                return laid.error();
        }
    }
    if (Status renewed = m_inputs.renew(); !renewed)
        return renewed.error();
    return m_slotCount;
}

InputFeed::Judged InputFeed::keep(std::size_t slot, std::size_t place)
{
    while (m_kept.size() <= place) {
        auto expected = poisonedOutputs(m_trial);
        if (!expected)
            return expected.error();
        auto actual = poisonedOutputs(m_trial);
        if (!actual)
            return actual.error();
        m_kept.push_back({std::move(*expected), std::move(*actual)});
    }
    Kept &kept = m_kept[place];
    const std::size_t first = slot * m_trial.outputs.size();
    kept.expected.copyFrom(m_baselineOutputs, first);
    kept.actual.copyFrom(m_tensors.outputs, first);
    return std::pair{Verdict::Correct, std::string()};
}

InputFeed::Judged InputFeed::judge(std::size_t place) const
{
    return m_compare(m_kept[place].expected, m_kept[place].actual);
}

} // namespace loupe
