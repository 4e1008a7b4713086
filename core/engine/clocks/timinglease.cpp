// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/timinglease.h"

#include <algorithm>

namespace loupe {

bool TimingTurns::mayWork(Time now) const
{
    if (m_isTiming)
        return false;
    const auto began = turnBegan(now);
    // Oldest first.
    return !began
        || (!m_working.empty() && m_working.front() < *began
            && now - m_working.front() > m_rules.slow);
}

TimingTurns::Entry TimingTurns::waitToTime(Time now)
{
    const Entry timer = m_waiting.insert(m_waiting.end(), now);
    if (!m_turnBegan && waitingTimers() >= m_rules.patience)
        m_turnBegan = std::min(now, turnComes().value_or(now));
    return timer;
}

void TimingTurns::beginTiming(Entry timer, Time now)
{
    m_turnBegan = turnBegan(now).value_or(now);
    m_waiting.erase(timer);
    m_isTiming = true;
}

void TimingTurns::endTiming()
{
    m_isTiming = false;
    if (m_waiting.empty())
        m_turnBegan.reset();
}

std::optional<TimingTurns::Time> TimingTurns::turnComes() const
{
    if (m_turnBegan || m_waiting.empty())
        return std::nullopt;
    return m_waiting.front() + m_rules.longest;
}

std::optional<TimingTurns::Time> TimingTurns::turnBegan(Time now) const
{
    if (m_turnBegan)
        return m_turnBegan;
    const auto comes = turnComes();
    return comes && *comes <= now ? comes : std::nullopt;
}

} // namespace loupe
