// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/machine/memoryqueue.h"

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>

namespace loupe {

/// Memory budget that keeps candidates with large inputs from filling the machine together. Each
/// holds its share while it is judged, and waits in a MemoryQueue for it. A thread holds at most
/// one share. It may wait for a TimingLease while holding a share, but not the reverse.
class MemoryBudget
{
public:
    explicit MemoryBudget(std::int64_t bytes) : m_queue(bytes) { }

    /// Returns the maximum for one candidate, bytes.
    std::int64_t total() const { return m_queue.total(); }
    /// Returns the number of waiting threads.
    int waiting() const;

    class Hold
    {
    public:
        /// Waits for `bytes`, or for the whole budget if that is less.
        Hold(MemoryBudget &budget, std::int64_t bytes);
        /// Does the same; returns null if a stop is requested first.
        static std::unique_ptr<Hold> take(MemoryBudget &budget, std::int64_t bytes,
                                          const std::stop_token &stop);
        ~Hold();
        Hold(const Hold &) = delete;
        Hold &operator=(const Hold &) = delete;

        std::int64_t bytes() const { return m_part.bytes; }
        /// Returns everything above `bytes` to the budget.
        void shrink(std::int64_t bytes);

    private:
        friend MemoryBudget;
        Hold(MemoryBudget &budget, std::int64_t bytes, const std::stop_token &stop);

        MemoryBudget &m_budget;
        MemoryQueue::Part m_part;
        bool m_isIn;
    };

private:
    bool enter(Hold &hold, std::int64_t bytes, const std::stop_token &stop);
    void giveBack(Hold &hold, std::int64_t bytes);

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    MemoryQueue m_queue;
};

} // namespace loupe
