// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>

#include <sys/types.h>

namespace loupe {

/// Time that each task was ready to run without a processor, since it began.
using ProcessorWaits = std::map<pid_t, std::chrono::nanoseconds>;

/// Returns the waits of all tasks of a process and its descendants; empty for 0, or if the system
/// does not count them.
ProcessorWaits processorWaits(pid_t first);

/// Deadline for a process that leaves out the time in which it waited for a processor, so that a
/// time-out does not depend on what else runs. The task that waited longest counts. The deadline
/// moves to `maxStretch` times the allowed time at most, because a process with more threads than
/// processors waits for itself. Not thread-safe.
class FairDeadline
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr int maxStretch = 8;

    /// `waits` returns the present waits.
    FairDeadline(Clock::time_point start, Clock::time_point end,
                 std::function<ProcessorWaits()> waits);

    /// Counts waits from now on. Only the first call does something: call it when the process does
    /// not answer at once, so that short waits cost nothing.
    void beginCounting();
    /// Returns whether the deadline has passed. Moves it first if the process has waited.
    bool hasPassed(Clock::time_point now = Clock::now());
    /// Leaves out a time for another reason.
    void moveBy(Clock::duration time);
    /// Makes it no later than this.
    void limitTo(Clock::time_point end) { m_end = std::min(m_end, end); }

    Clock::time_point end() const { return m_end; }

private:
    std::chrono::nanoseconds maxWait() const;

    std::function<ProcessorWaits()> m_waits;
    Clock::duration m_allowed;
    Clock::time_point m_fixedEnd; ///< without waits
    Clock::time_point m_end;
    bool m_isCounting = false;
    ProcessorWaits m_before;
};

} // namespace loupe
