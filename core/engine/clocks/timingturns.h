// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <list>
#include <optional>

namespace loupe {

/// Scheduling rules of a machine or device: any number of workers, or exactly one timer. A timer
/// begins when no worker is left. Waiting timers take the turn when `patience` of them wait, or one
/// has waited for `longest`; a patience of 1 means at once. The turn lasts until the last of them
/// is done, so that workers stop once for all of them. Workers are still admitted while a worker
/// older than the turn has run longer than `slow`, because timers are blocked in any case.
///
/// The caller passes the time, which must never go back. Not thread-safe.
class TimingTurns
{
public:
    using Time = std::chrono::duration<double>; ///< since the epoch of the caller's clock
    using Entry = std::list<Time>::iterator;

    struct Rules {
        int patience = 1;
        Time longest = std::chrono::seconds(5);
        Time slow = std::chrono::seconds(2);
    };

    explicit TimingTurns(Rules rules) : m_rules(rules) { }

    bool mayWork(Time now) const;
    /// Requires mayWork(). The entry is valid until endWork().
    Entry beginWork(Time now) { return m_working.insert(m_working.end(), now); }
    void endWork(Entry worker) { m_working.erase(worker); }

    /// Adds a waiting timer. The entry is valid until beginTiming().
    Entry waitToTime(Time now);
    bool mayTime() const { return !m_isTiming && m_working.empty(); }
    /// Requires mayTime().
    void beginTiming(Entry timer, Time now);
    void endTiming();

    int waitingTimers() const { return static_cast<int>(m_waiting.size()); }
    bool isTiming() const { return m_isTiming; }
    /// Returns whether new workers must wait, unless an old one is slow.
    bool isTimersTurn(Time now) const { return turnBegan(now).has_value(); }
    /// Returns when the longest-waiting timer will take the turn; null if none will.
    std::optional<Time> turnComes() const;

private:
    /// Returns when the current turn began; null if it is the workers' turn.
    std::optional<Time> turnBegan(Time now) const;

    Rules m_rules;
    std::list<Time> m_working; ///< start times, oldest first
    std::list<Time> m_waiting; ///< arrival times of timers, oldest first
    bool m_isTiming = false;
    std::optional<Time> m_turnBegan; ///< unless the turn began by a long wait alone
};

} // namespace loupe
