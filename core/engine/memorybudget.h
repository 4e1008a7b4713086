// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace loupe {

/// Keeps candidates with large inputs from filling the machine together: each holds what it needs
/// while it is judged, and waits until there is room. Whoever holds a part may wait for a
/// TimingLease; whoever holds a lease must not wait here.
class MemoryBudget
{
public:
    explicit MemoryBudget(std::int64_t bytes) : m_total(bytes), m_free(bytes) { }

    /// What one candidate may need at most, in bytes.
    std::int64_t total() const { return m_total; }

    class Hold
    {
    public:
        Hold(MemoryBudget &budget, std::int64_t bytes)
            : m_budget(budget)
            , m_bytes(std::min(bytes, budget.m_total))
        {
            std::unique_lock lock(budget.m_mutex);
            budget.m_changed.wait(lock, [this] { return m_budget.m_free >= m_bytes; });
            budget.m_free -= m_bytes;
        }
        ~Hold()
        {
            const std::lock_guard lock(m_budget.m_mutex);
            m_budget.m_free += m_bytes;
            m_budget.m_changed.notify_all();
        }
        Hold(const Hold &) = delete;
        Hold &operator=(const Hold &) = delete;

    private:
        MemoryBudget &m_budget;
        std::int64_t m_bytes;
    };

private:
    std::int64_t m_total;
    std::int64_t m_free;
    std::mutex m_mutex;
    std::condition_variable m_changed;
};

} // namespace loupe
