// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/hostcalls.h"

#include <utility>

namespace loupe {

HostCalls::HostCalls(NativeSubject &subject, TensorArena &outputs, const LineCost &cost,
                     std::chrono::duration<double> deadline, std::stop_token stop)
    : m_subject(subject)
    , m_outputs(outputs)
    , m_cost(cost)
    , m_deadline(deadline)
    , m_stop(std::move(stop))
{
}

bool HostCalls::makeReady()
{
    m_outputs.poison(freshPoison(static_cast<std::uint32_t>(m_random())));
    return true;
}

std::optional<BlockTime> HostCalls::time(CallRange range)
{
    m_last = m_subject.calls(range, m_deadline, m_stop);
    if (m_last.verdict != Verdict::Correct)
        return std::nullopt;
    m_cpuSeconds += m_last.cpuSeconds;
    const auto calls = static_cast<double>(range.count);
    const double wall = netSeconds(m_last.seconds, m_cost);
    const double undisturbed = undisturbedSeconds(m_last, m_cost);
    m_times.push_back({wall * 1e3 / calls, undisturbed * 1e3 / calls});
    return BlockTime(undisturbed, wall, ownSeconds(m_last, m_cost));
}

} // namespace loupe
