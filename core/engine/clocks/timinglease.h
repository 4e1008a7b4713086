// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/timingturns.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace loupe {

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
