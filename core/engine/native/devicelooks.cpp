// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/devicelooks.h"

#include "core/base/digest.h"
#include "core/engine/contract/evaluationparts.h"

#include <utility>

namespace loupe {

Result<DeviceLooks> DeviceLooks::make(const TrialSpec &trial, Sides sides, Compare compare,
                                      std::chrono::duration<double> deadline, std::stop_token stop)
{
    auto inputs = FreshInputs::make(trial, randomHex(32));
    if (!inputs)
        return inputs.error();
    return DeviceLooks(sides, std::move(*inputs), std::move(compare), deadline, std::move(stop));
}

DeviceLooks::DeviceLooks(Sides sides, FreshInputs inputs, Compare compare,
                         std::chrono::duration<double> deadline, std::stop_token stop)
    : m_sides(sides)
    , m_inputs(std::move(inputs))
    , m_compare(std::move(compare))
    , m_deadline(deadline)
    , m_stop(std::move(stop))
{
}

Status DeviceLooks::layInputs()
{
    const std::uint64_t secret = m_random();
    for (std::size_t i = 0; i < m_sides.tensors.inputs.count(); ++i) {
        if (Status laid = m_inputs.fill(i, secret, m_sides.tensors.inputs.bytes(i)); !laid)
            return laid;
    }
    return m_inputs.renew();
}

Result<std::optional<DeviceLooks::Say>> DeviceLooks::judge(const ElementGlimpse &ofCandidate)
{
    m_ended = m_sides.baseline.takeOutputs(m_deadline, m_stop);
    if (m_ended.verdict != Verdict::Correct)
        return std::optional(Say::BaselineFailed);
    m_ended = m_sides.candidate.takeOutputs(m_deadline, m_stop);
    if (m_stop.stop_requested())
        return cancelledRun();
    m_isSeen = m_isSeen && !ofCandidate.seen.empty();
    if (m_ended.verdict == Verdict::Correct && m_isSeen
        && !ofCandidate.stillHolds(m_sides.tensors.outputs))
        m_ended = {Verdict::BrokeProtocol, "its result changed after the call had returned", 0};
    if (m_ended.verdict != Verdict::Correct)
        return std::optional(Say::Wrong);
    auto judged = m_compare(m_sides.baselineOutputs, m_sides.tensors.outputs);
    if (!judged)
        return judged.error();
    std::tie(m_ended.verdict, m_ended.message) = std::move(*judged);
    return m_ended.verdict == Verdict::Correct ? std::nullopt : std::optional(Say::Wrong);
}

Result<DeviceLooks::Say> DeviceLooks::look(PairedClocks &clocks)
{
    do {
        if (Status laid = layInputs(); !laid)
            return laid.error();
        const auto calls
            = clocks.lookAfresh([this] { return m_sides.baseline.place(m_deadline, m_stop); },
                                [this] { return m_sides.candidate.place(m_deadline, m_stop); });
        if (m_stop.stop_requested())
            return cancelledRun();
        if (!calls) {
            const CallOutcome &ofBaseline = clocks.baseline().last();
            const bool isBaselines = ofBaseline.verdict != Verdict::Correct;
            m_ended = isBaselines ? ofBaseline : clocks.candidate().last();
            if (m_ended.verdict == Verdict::Correct) // there is no timing to compare with
                return Say::BorneOut;
            return isBaselines ? Say::BaselineFailed : Say::Wrong;
        }
        const auto wrong = judge(calls->ofCandidate);
        if (!wrong)
            return wrong.error();
        if (*wrong)
            return **wrong;
        m_looks.push_back(calls->look);
        if (m_looks.back().bearsOut())
            return Say::BorneOut;
    } while (std::ssize(m_looks) < maxLooks);
    return showsLeftOut(minCallLook(m_looks)) ? Say::LeftOut : Say::BorneOut;
}

} // namespace loupe
