// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace loupe {

/// Keeps timing alone on the machine, or on a device: any number of threads build and verify, or
/// exactly one times. Timers go one after the other, so that the others stop once for all of them:
/// a timer begins when nobody works, and as soon as `patience` of them wait, or one of them has
/// waited for `longest`, nobody begins to work before the last of them is through. With 1 a waiting
/// timer always goes first. Whoever times may also work; whoever works must not begin to work or to
/// time once more.
class TimingLease
{
public:
    explicit TimingLease(int patience = 1,
                         std::chrono::duration<double> longest = std::chrono::seconds(5))
        : m_patience(patience)
        , m_longest(longest)
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
    /// How long this thread has waited to work since it last asked.
    std::chrono::duration<double> takeWaited()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_waited[std::this_thread::get_id()], {});
    }

    class Shared
    {
    public:
        explicit Shared(TimingLease &lease) : m_lease(lease), m_isOwn(m_lease.enterShared()) { }
        ~Shared()
        {
            if (m_isOwn)
                m_lease.leaveShared();
        }
        Shared(const Shared &) = delete;
        Shared &operator=(const Shared &) = delete;

    private:
        TimingLease &m_lease;
        bool m_isOwn; ///< false: part of this thread's timing
    };
    class Exclusive
    {
    public:
        explicit Exclusive(TimingLease &lease) : m_lease(lease) { m_lease.enterExclusive(); }
        ~Exclusive() { m_lease.leaveExclusive(); }
        Exclusive(const Exclusive &) = delete;
        Exclusive &operator=(const Exclusive &) = delete;

    private:
        TimingLease &m_lease;
    };

private:
    bool enterShared()
    {
        const auto began = std::chrono::steady_clock::now();
        std::unique_lock lock(m_mutex);
        if (m_timing && m_timer == std::this_thread::get_id())
            return false;
        m_changed.wait(lock, [this] { return !m_timing && !m_isTimersTurn; });
        ++m_working;
        m_waited[std::this_thread::get_id()] += std::chrono::steady_clock::now() - began;
        return true;
    }
    void leaveShared()
    {
        const std::lock_guard lock(m_mutex);
        --m_working;
        m_changed.notify_all();
    }
    void enterExclusive()
    {
        std::unique_lock lock(m_mutex);
        if (++m_waiting >= m_patience)
            m_isTimersTurn = true;
        const auto isAlone = [this] { return !m_timing && m_working == 0; };
        if (!m_changed.wait_for(lock, m_longest, isAlone)) {
            m_isTimersTurn = true;
            m_changed.wait(lock, isAlone);
        }
        --m_waiting;
        m_timing = true;
        m_timer = std::this_thread::get_id();
        m_isTimersTurn = true;
    }
    void leaveExclusive()
    {
        const std::lock_guard lock(m_mutex);
        m_timing = false;
        m_isTimersTurn = m_waiting > 0;
        m_changed.notify_all();
    }

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    int m_patience;
    std::chrono::duration<double> m_longest;
    int m_working = 0;
    int m_waiting = 0;
    bool m_timing = false;
    std::thread::id m_timer; ///< whoever times, while m_timing
    bool m_isTimersTurn = false;
    std::map<std::thread::id, std::chrono::duration<double>> m_waited;
};

} // namespace loupe
