// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/repeatedblocks.h"

namespace loupe {

RepeatedBlocks::RepeatedBlocks(NativeSubject &subject, const LineCost &cost,
                               std::chrono::duration<double> deadline, std::stop_token stop)
    : m_subject(subject)
    , m_cost(cost)
    , m_deadline(deadline)
    , m_stop(std::move(stop))
{
}

std::optional<BlockTime> RepeatedBlocks::take(int calls)
{
    const auto began = std::chrono::steady_clock::now();
    m_last = m_subject.calls({0, static_cast<std::size_t>(calls), true}, m_deadline, m_stop);
    if (hasFailed())
        return std::nullopt;
    const std::chrono::duration<double> withStops = std::chrono::steady_clock::now() - began;
    m_cpuSeconds += m_last.cpuSeconds;
    const double wall = netSeconds(m_last.seconds, m_cost);
    const double undisturbed = undisturbedSeconds(m_last, m_cost);
    m_times.push_back({wall * 1e3 / calls, undisturbed * 1e3 / calls});
    m_askedMs.push_back(undisturbedSeconds(m_last, {}) * 1e3 / calls);
    return BlockTime(undisturbed, withStops.count(), ownSeconds(m_last, m_cost));
}

TimedBlock RepeatedBlocks::block()
{
    return [this](int calls) { return take(calls); };
}

void RepeatedBlocks::forget()
{
    m_times.clear();
    m_askedMs.clear();
}

} // namespace loupe
