// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/machine/memoryqueue.h"

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>

namespace loupe {

/// Keeps candidates with large inputs from filling the machine together: each holds what it needs
/// while it is judged, and waits until there is room and its turn comes (memoryqueue.h). A thread
/// holds one part at a time. Whoever holds a part may wait for a TimingLease; whoever holds a lease
/// must not wait here.
class MemoryBudget
{
public:
    explicit MemoryBudget(std::int64_t bytes) : m_queue(bytes) { }

    /// What one candidate may need at most, in bytes.
    std::int64_t total() const { return m_queue.total(); }
    /// How many wait for room now.
    int waiting() const;

    class Hold
    {
    public:
        /// Waits for so much, or for everything where there is less than that in all.
        Hold(MemoryBudget &budget, std::int64_t bytes);
        /// The same; null as soon as a stop is asked for.
        static std::unique_ptr<Hold> take(MemoryBudget &budget, std::int64_t bytes,
                                          const std::stop_token &stop);
        ~Hold();
        Hold(const Hold &) = delete;
        Hold &operator=(const Hold &) = delete;

        std::int64_t bytes() const { return m_part.bytes; }
        /// Gives back what is more than so much.
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
