// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <mutex>

namespace loupe {

/// Keeps candidates with large inputs from filling the machine together: each holds what it needs
/// while it is judged, and waits until there is room. Who needs little may go before who waits for
/// much, but only so often. A thread holds one part at a time. Whoever holds a part may wait for a
/// TimingLease; whoever holds a lease must not wait here.
class MemoryBudget
{
public:
    explicit MemoryBudget(std::int64_t bytes) : m_total(bytes), m_free(bytes) { }

    /// What one candidate may need at most, in bytes.
    std::int64_t total() const { return m_total; }
    /// How many wait for room now.
    int waiting() const
    {
        const std::lock_guard lock(m_mutex);
        return static_cast<int>(m_queue.size());
    }

    class Hold
    {
    public:
        Hold(MemoryBudget &budget, std::int64_t bytes)
            : m_budget(budget)
            , m_bytes(std::clamp<std::int64_t>(bytes, 0, budget.m_total))
        {
            m_budget.enter(m_bytes);
        }
        ~Hold() { m_budget.leave(m_bytes); }
        Hold(const Hold &) = delete;
        Hold &operator=(const Hold &) = delete;

    private:
        MemoryBudget &m_budget;
        std::int64_t m_bytes;
    };

private:
    /// How many may enter before one that came earlier and still waits.
    static constexpr int mostOvertaking = 16;

    void enter(std::int64_t bytes)
    {
        std::unique_lock lock(m_mutex);
        const auto own = m_queue.insert(m_queue.end(), 0);
        m_changed.wait(lock, [&] { return m_free >= bytes && mayGo(own); });
        for (auto earlier = m_queue.begin(); earlier != own; ++earlier)
            ++*earlier;
        m_queue.erase(own);
        m_free -= bytes;
        m_changed.notify_all(); // it may have been the one that others had to wait for
    }
    bool mayGo(std::list<int>::const_iterator own) const
    {
        return std::none_of(m_queue.begin(), own,
                            [](int overtaken) { return overtaken >= mostOvertaking; });
    }
    void leave(std::int64_t bytes)
    {
        const std::lock_guard lock(m_mutex);
        m_free += bytes;
        m_changed.notify_all();
    }

    const std::int64_t m_total;
    std::int64_t m_free;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::list<int> m_queue; ///< who waits, in order: how often each was overtaken
};

} // namespace loupe
