// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>

namespace loupe {

/// Keeps timing alone on the machine: any number of threads build and verify, or exactly one
/// times. A waiting timer goes first, so that it is not starved by a stream of builds.
class TimingLease
{
public:
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
        m_changed.wait(lock, [this] { return !m_timing && m_waiting == 0; });
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
        ++m_waiting;
        m_changed.wait(lock, [this] { return !m_timing && m_working == 0; });
        --m_waiting;
        m_timing = true;
    }
    void leaveExclusive()
    {
        const std::lock_guard lock(m_mutex);
        m_timing = false;
        m_changed.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    int m_working = 0;
    int m_waiting = 0;
    bool m_timing = false;
};

} // namespace loupe
