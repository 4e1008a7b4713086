// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>

namespace loupe {

/// Keeps timing alone on the machine: any number of threads build and verify, or exactly one
/// times. Timers go one after the other, so that the others stop once for all of them: a timer
/// begins when nobody works, and as soon as `patience` of them wait, nobody begins to work before
/// the last of them is through. With 1 a waiting timer always goes first.
class TimingLease
{
public:
    explicit TimingLease(int patience = 1) : m_patience(patience) { }

    /// How many wait to time now.
    int waitingTimers() const
    {
        const std::lock_guard lock(m_mutex);
        return m_waiting;
    }

    class Shared
    {
    public:
        explicit Shared(TimingLease &lease) : m_lease(lease) { m_lease.enterShared(); }
        ~Shared() { m_lease.leaveShared(); }
        Shared(const Shared &) = delete;
        Shared &operator=(const Shared &) = delete;

    private:
        TimingLease &m_lease;
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
    void enterShared()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return !m_timing && !m_isTimersTurn; });
        ++m_working;
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
        m_changed.wait(lock, [this] { return !m_timing && m_working == 0; });
        --m_waiting;
        m_timing = true;
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
    int m_working = 0;
    int m_waiting = 0;
    bool m_timing = false;
    bool m_isTimersTurn = false;
};

} // namespace loupe
