// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/timingturns.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace loupe {

/// Keeps timing alone on the machine, or on a device, among threads: who goes when is said by
/// TimingTurns. Whoever times may also work, and time once more as a part of that; whoever works
/// must not begin to work or to time once more.
class TimingLease
{
    using Clock = std::chrono::steady_clock;

public:
    explicit TimingLease(TimingTurns::Rules rules = {}) : m_turns(rules) { }

    /// How many wait to time now.
    int waitingTimers() const
    {
        const std::lock_guard lock(m_mutex);
        return m_turns.waitingTimers();
    }
    /// Whether nobody begins to work now.
    bool isTimersTurn() const
    {
        const std::lock_guard lock(m_mutex);
        return m_turns.isTimersTurn(now());
    }
    /// Whether anybody in this process times now, by whichever lease.
    static bool isAnybodyTiming() { return s_timers > 0; }
    /// How long this thread has waited to work since it last asked.
    std::chrono::duration<double> takeWaited()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_waited[std::this_thread::get_id()], {});
    }

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
        std::optional<TimingTurns::Entry> m_worker; ///< none: part of this thread's timing
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
        bool m_isOutermost; ///< false: part of this thread's timing
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
            else // nobody says when somebody has become slow
                m_changed.wait_for(lock, std::chrono::milliseconds(50));
        }
        const TimingTurns::Time entered = now();
        m_waited[std::this_thread::get_id()] += entered - began;
        return m_turns.beginWork(entered);
    }
    void leaveShared(TimingTurns::Entry worker)
    {
        const std::lock_guard lock(m_mutex);
        m_turns.endWork(worker);
        m_changed.notify_all();
    }
    /// False where this thread times already.
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

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    TimingTurns m_turns;
    std::thread::id m_timer; ///< whoever times, while somebody does
    std::map<std::thread::id, std::chrono::duration<double>> m_waited;
};

} // namespace loupe
