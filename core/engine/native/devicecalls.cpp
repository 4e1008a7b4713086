// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/devicecalls.h"

#include <algorithm>
#include <utility>

namespace loupe {

DeviceCalls::DeviceCalls(NativeSubject &subject, CallClock &clock,
                         std::chrono::duration<double> deadline, std::stop_token stop)
    : m_subject(subject)
    , m_clock(clock)
    , m_deadline(deadline)
    , m_stop(std::move(stop))
{
}

bool DeviceCalls::makeReady()
{
    return m_clock.placeInputs([this] { return m_subject.place(m_deadline, m_stop); });
}

std::optional<BlockTime> DeviceCalls::time(CallRange)
{
    auto call = m_clock.placedCall();
    if (!call)
        return std::nullopt;
    m_glimpse = std::move(call->glimpse);
    m_isSeen = m_isSeen && !m_glimpse.seen.empty();
    m_slowestPlacingMs = std::max(m_slowestPlacingMs, call->placingMs);
    const double aheadMs
        = m_trusted ? std::max(0.0, call->placingMs - m_trusted->m_slowestPlacingMs) : 0.0;
    m_clock.addAhead(aheadMs);
    return BlockTime((call->took.ms + aheadMs) / 1e3, call->took.wallMs / 1e3);
}

CallOutcome DeviceCalls::takeOutputs(const TensorArena &outputs) const
{
    CallOutcome outcome = m_subject.takeOutputs(m_deadline, m_stop);
    const bool isSeen = !m_glimpse.seen.empty();
    if (outcome.verdict == Verdict::Correct && isSeen && !m_glimpse.stillHolds(outputs))
        return {Verdict::BrokeProtocol, "its result changed after the call had returned", 0};
    return outcome;
}

} // namespace loupe
