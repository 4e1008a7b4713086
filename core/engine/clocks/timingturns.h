// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <list>
#include <optional>

namespace loupe {

/// Who may work on a machine or a device, and who may time there: any number work, or exactly one
/// times. Timers go one after the other, so that the others stop once for all of them: a timer
/// begins when nobody works, and as soon as `patience` of them wait, or one of them has waited for
/// `longest`, it is the timers' turn: nobody begins to work before the last of them is through.
/// With 1 a waiting timer always goes first. Beside somebody who worked before that and takes
/// longer than `slow`, others begin to work all the same: the timers have to wait for him anyway.
///
/// It asks no clock: what may happen is said by the caller's, which never goes back. Not
/// thread-safe.
class TimingTurns
{
public:
    using Time = std::chrono::duration<double>; ///< since whenever the caller's clock began
    using Entry = std::list<Time>::iterator;

    struct Rules {
        int patience = 1;
        Time longest = std::chrono::seconds(5);
        Time slow = std::chrono::seconds(2);
    };

    explicit TimingTurns(Rules rules) : m_rules(rules) { }

    bool mayWork(Time now) const;
    /// Only who may. The entry is good until he ends.
    Entry beginWork(Time now) { return m_working.insert(m_working.end(), now); }
    void endWork(Entry worker) { m_working.erase(worker); }

    /// Somebody who waits to time. The entry is good until he does.
    Entry waitToTime(Time now);
    bool mayTime() const { return !m_isTiming && m_working.empty(); }
    /// Only where it may be.
    void beginTiming(Entry timer, Time now);
    void endTiming();

    int waitingTimers() const { return static_cast<int>(m_waiting.size()); }
    bool isTiming() const { return m_isTiming; }
    /// Whether nobody begins to work now but beside a slow one.
    bool isTimersTurn(Time now) const { return turnBegan(now).has_value(); }
    /// When who waits longest makes it the timers' turn by himself, where it is not yet.
    std::optional<Time> turnComes() const;

private:
    /// When the turn began that goes on now.
    std::optional<Time> turnBegan(Time now) const;

    Rules m_rules;
    std::list<Time> m_working; ///< since when, in this order
    std::list<Time> m_waiting; ///< the same of timers
    bool m_isTiming = false;
    std::optional<Time> m_turnBegan; ///< but for the time at which somebody has waited longest
};

} // namespace loupe
