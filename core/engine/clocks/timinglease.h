// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace loupe {

/// Keeps timing alone on the machine, or on a device: any number of threads build and verify, or
/// exactly one times. Timers go one after the other, so that the others stop once for all of them:
/// a timer begins when nobody works, and as soon as `patience` of them wait, or one of them has
/// waited for `longest`, nobody begins to work before the last of them is through. With 1 a waiting
/// timer always goes first. Beside somebody who worked before that and takes longer than `slow`,
/// others begin to work all the same: the timers have to wait for him anyway. Whoever times may
/// also work, and time once more as a part of that; whoever works must not begin to work or to time
/// once more.
class TimingLease
{
    using Clock = std::chrono::steady_clock;
    using Worker = std::list<Clock::time_point>::iterator;

public:
    explicit TimingLease(int patience = 1,
                         std::chrono::duration<double> longest = std::chrono::seconds(5),
                         std::chrono::duration<double> slow = std::chrono::seconds(2))
        : m_patience(patience)
        , m_longest(longest)
        , m_slow(slow)
    {
    }

    /// How many wait to time now.
    int waitingTimers() const
    {
        const std::lock_guard lock(m_mutex);
        return m_waiting;
    }
    /// Whether nobody begins to work now.
    bool isTimersTurn() const
    {
        const std::lock_guard lock(m_mutex);
        return m_timing || m_isTimersTurn;
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
        std::optional<Worker> m_worker; ///< none: part of this thread's timing
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
    std::optional<Worker> enterShared()
    {
        const auto began = Clock::now();
        std::unique_lock lock(m_mutex);
        if (m_timing && m_timer == std::this_thread::get_id())
            return std::nullopt;
        while (!mayWork()) {
            if (m_timing)
                m_changed.wait(lock);
            else // nobody says when somebody has become slow
                m_changed.wait_for(lock, std::chrono::milliseconds(50));
        }
        const auto now = Clock::now();
        m_waited[std::this_thread::get_id()] += now - began;
        return m_working.insert(m_working.end(), now);
    }
    void leaveShared(Worker worker)
    {
        const std::lock_guard lock(m_mutex);
        m_working.erase(worker);
        m_changed.notify_all();
    }
    bool mayWork() const
    {
        if (m_timing || !m_isTimersTurn)
            return !m_timing;
        // They began in this order.
        return !m_working.empty() && m_working.front() < m_turnBegan
            && Clock::now() - m_working.front() > m_slow;
    }
    void beginTimersTurn()
    {
        if (!std::exchange(m_isTimersTurn, true))
            m_turnBegan = Clock::now();
    }
    /// False where this thread times already.
    bool enterExclusive()
    {
        std::unique_lock lock(m_mutex);
        if (m_timing && m_timer == std::this_thread::get_id())
            return false;
        if (++m_waiting >= m_patience)
            beginTimersTurn();
        const auto isAlone = [this] { return !m_timing && m_working.empty(); };
        if (!m_changed.wait_for(lock, m_longest, isAlone)) {
            beginTimersTurn();
            m_changed.wait(lock, isAlone);
        }
        --m_waiting;
        m_timing = true;
        ++s_timers;
        m_timer = std::this_thread::get_id();
        beginTimersTurn();
        return true;
    }
    void leaveExclusive()
    {
        const std::lock_guard lock(m_mutex);
        m_timing = false;
        --s_timers;
        m_isTimersTurn = m_waiting > 0;
        m_changed.notify_all();
    }

    inline static std::atomic<int> s_timers = 0; ///< of all leases

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    int m_patience;
    std::chrono::duration<double> m_longest;
    std::chrono::duration<double> m_slow;
    std::list<Clock::time_point> m_working; ///< since when, in this order
    int m_waiting = 0;
    bool m_timing = false;
    std::thread::id m_timer; ///< whoever times, while m_timing
    bool m_isTimersTurn = false;
    Clock::time_point m_turnBegan; ///< while it is the timers' turn
    std::map<std::thread::id, std::chrono::duration<double>> m_waited;
};

} // namespace loupe
