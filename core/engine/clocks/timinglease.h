// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

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

/// Lock of a machine or device: shared for work, exclusive for timing, in the order of TimingTurns.
/// A thread that times may take it again in both modes; a thread that works must not.
class TimingLease
{
    using Clock = std::chrono::steady_clock;

public:
    explicit TimingLease(TimingTurns::Rules rules = {}) : m_turns(rules) { }

    /// Returns the number of threads that wait to time.
    int waitingTimers() const
    {
        const std::lock_guard lock(m_mutex);
        return m_turns.waitingTimers();
    }
    /// Returns whether new work must wait for timers.
    bool isTimersTurn() const
    {
        const std::lock_guard lock(m_mutex);
        return m_turns.isTimersTurn(now());
    }
    /// Returns whether any thread of this process is timing, with any lease.
    static bool isAnybodyTiming() { return s_timers > 0; }
    /// Returns how long this thread waited to work since the last call, with any lease, and resets
    /// it.
    static std::chrono::duration<double> takeWaited() { return std::exchange(s_waited, {}); }

    class Shared
    {
    public:
        explicit Shared(TimingLease &lease) : m_lease(lease), m_worker(m_lease.enterShared()) { }
        ~Shared()
        {
            if (m_worker)
                m_lease.leaveShared(*m_worker);
        }
        Shared(const Shared &) = delete;
        Shared &operator=(const Shared &) = delete;

    private:
        TimingLease &m_lease;
        std::optional<TimingTurns::Entry> m_worker; ///< null within this thread's own timing
    };
    class Exclusive
    {
    public:
        explicit Exclusive(TimingLease &lease)
            : m_lease(lease)
            , m_isOutermost(m_lease.enterExclusive())
        {
        }
        ~Exclusive()
        {
            if (m_isOutermost)
                m_lease.leaveExclusive();
        }
        Exclusive(const Exclusive &) = delete;
        Exclusive &operator=(const Exclusive &) = delete;

    private:
        TimingLease &m_lease;
        bool m_isOutermost; ///< false within this thread's own timing
    };

private:
    static TimingTurns::Time now() { return Clock::now().time_since_epoch(); }
    bool isThisThreadTiming() const
    {
        return m_turns.isTiming() && m_timer == std::this_thread::get_id();
    }
    std::optional<TimingTurns::Entry> enterShared()
    {
        const TimingTurns::Time began = now();
        std::unique_lock lock(m_mutex);
        if (isThisThreadTiming())
            return std::nullopt;
        while (!m_turns.mayWork(now())) {
            if (m_turns.isTiming())
                m_changed.wait(lock);
            else // polls: a worker becomes slow without a notification
                m_changed.wait_for(lock, std::chrono::milliseconds(50));
        }
        const TimingTurns::Time entered = now();
        s_waited += entered - began;
        return m_turns.beginWork(entered);
    }
    void leaveShared(TimingTurns::Entry worker)
    {
        const std::lock_guard lock(m_mutex);
        m_turns.endWork(worker);
        m_changed.notify_all();
    }
    /// Returns false if this thread is timing already.
    bool enterExclusive()
    {
        std::unique_lock lock(m_mutex);
        if (isThisThreadTiming())
            return false;
        const TimingTurns::Entry timer = m_turns.waitToTime(now());
        m_changed.wait(lock, [this] { return m_turns.mayTime(); });
        m_turns.beginTiming(timer, now());
        ++s_timers;
        m_timer = std::this_thread::get_id();
        return true;
    }
    void leaveExclusive()
    {
        const std::lock_guard lock(m_mutex);
        m_turns.endTiming();
        --s_timers;
        m_changed.notify_all();
    }

    inline static std::atomic<int> s_timers = 0; ///< of all leases
    inline static thread_local std::chrono::duration<double> s_waited{};

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    TimingTurns m_turns;
    std::thread::id m_timer; ///< valid while m_turns.isTiming()
};

} // namespace loupe
