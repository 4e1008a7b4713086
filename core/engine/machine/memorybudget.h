// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <stop_token>

namespace loupe {

/// Keeps candidates with large inputs from filling the machine together: each holds what it needs
/// while it is judged, and waits until there is room. Who waits longest is next: he goes as soon as
/// there is room for him. Meanwhile another may go before him only where both fit beside each
/// other, so that he waits for those who were there before him and for nobody else, and nobody
/// waits whose room he cannot use. A thread holds one part at a time. Whoever holds a part may wait
/// for a TimingLease; whoever holds a lease must not wait here.
class MemoryBudget
{
public:
    explicit MemoryBudget(std::int64_t bytes) : m_total(bytes), m_free(bytes) { }

    /// What one candidate may need at most, in bytes.
    std::int64_t total() const { return m_total; }
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

        std::int64_t bytes() const { return m_bytes; }
        /// Gives back what is more than so much.
        void shrink(std::int64_t bytes);

    private:
        friend MemoryBudget;
        Hold(MemoryBudget &budget, std::int64_t bytes, const std::stop_token &stop);

        MemoryBudget &m_budget;
        std::int64_t m_bytes;
        int m_passed = 0; ///< the turn of whoever was next when it went before him; 0: it did not
        bool m_isIn = false;
    };

private:
    bool enter(Hold &hold, const std::stop_token &stop);
    bool mayGo(std::list<std::int64_t>::const_iterator own) const;
    void beginTurn();
    void giveBack(Hold &hold, std::int64_t bytes);

    const std::int64_t m_total;
    std::int64_t m_free;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::list<std::int64_t> m_queue; ///< what they need who wait, in order
    int m_turn = 0;                  ///< counts who was next
    std::int64_t m_passed = 0;       ///< held by those who went before whoever is next
};

} // namespace loupe
