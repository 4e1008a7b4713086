// SPDX-License-Identifier: Apache-2.0
#include "core/base/ratedprogress.h"

#include <utility>

#include <fmt/format.h>

namespace loupe {

RatedProgress::RatedProgress(const Clock &clock, std::string verb, std::string things,
                             Duration first, Duration between)
    : m_clock(clock)
    , m_verb(std::move(verb))
    , m_things(std::move(things))
    , m_between(between)
    , m_begin(clock.steadyNow())
    , m_next(m_begin + first)
{
}

std::optional<std::string> RatedProgress::report(std::int64_t done, std::int64_t total)
{
    const auto now = m_clock.steadyNow();
    const bool isEnd = m_said && done >= total && *m_said != done;
    if (now < m_next && !isEnd)
        return std::nullopt;
    m_next = now + m_between;
    m_said = done;
    return words(done, total);
}

std::string RatedProgress::words(std::int64_t done, std::int64_t total) const
{
    std::string counts = fmt::format("{} {} of {} {}", m_verb, done, total, m_things);
    const double seconds = std::chrono::duration<double>(m_clock.steadyNow() - m_begin).count();
    constexpr double minSeconds = 0.5; // a rate over less time is meaningless
    if (seconds < minSeconds || done <= 0)
        return counts;
    const double rate = static_cast<double>(done) / seconds;
    return fmt::format("{}, {} a second", counts,
                       rate < 10 ? fmt::format("{:.1f}", rate) : fmt::format("{:.0f}", rate));
}

} // namespace loupe
