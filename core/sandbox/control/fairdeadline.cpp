// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/control/fairdeadline.h"

#include "core/sandbox/control/sandboxtasks.h"

#include <cstdint>
#include <fstream>
#include <string>
#include <utility>

namespace loupe {

ProcessorWaits processorWaits(pid_t first)
{
    ProcessorWaits waits;
    const Status counted
        = forEachTask(first, [&waits](pid_t task, const std::string &place) -> Status {
              std::ifstream file(place + "/schedstat");
              std::int64_t running = 0;
              std::int64_t waiting = 0;
              if (file >> running >> waiting)
                  waits[task] = std::chrono::nanoseconds(waiting);
              return {};
          });
    return counted ? waits : ProcessorWaits();
}

FairDeadline::FairDeadline(Clock::time_point start, Clock::time_point end,
                           std::function<ProcessorWaits()> waits)
    : m_waits(std::move(waits))
    , m_allowed(end - start)
    , m_fixedEnd(end)
    , m_end(end)
{
}

void FairDeadline::beginCounting()
{
    if (m_isCounting)
        return;
    m_isCounting = true;
    m_before = m_waits();
}

std::chrono::nanoseconds FairDeadline::maxWait() const
{
    std::chrono::nanoseconds longest{0};
    for (const auto &[task, waited] : m_waits()) {
        const auto before = m_before.find(task);
        longest = std::max(longest, before == m_before.end() ? waited : waited - before->second);
    }
    return longest;
}

bool FairDeadline::hasPassed(Clock::time_point now)
{
    if (now < m_end)
        return false;
    if (m_isCounting)
        m_end = std::max(
            m_end,
            m_fixedEnd
                + std::min<std::chrono::nanoseconds>(maxWait(), m_allowed * (maxStretch - 1)));
    return now >= m_end;
}

void FairDeadline::moveBy(Clock::duration time)
{
    m_fixedEnd += time;
    m_end += time;
}

} // namespace loupe
