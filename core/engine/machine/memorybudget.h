// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <stop_token>

namespace loupe {

/// FIFO admission queue for memory with bounded overtaking. The oldest waiter is admitted as soon
/// as its request fits. Others may overtake it only if both requests fit together. So it waits for
/// no later arrival, and memory that it cannot use stays available.
///
/// A large request would keep many others from running next to one slow holder. So it steps aside:
/// it is admitted whenever it fits, but becomes next only after patience() later requests have
/// overtaken it. A request for everything lets all other waiting requests pass. When it becomes
/// next, so do all requests for everything, so that the memory is emptied once for all of them.
///
/// Not thread-safe.
class MemoryQueue
{
public:
    /// Size of a typical run of some dozen evaluations: large requests come last there.
    static constexpr int maxOvertakes = 64;
    /// Returns how many later requests may overtake one of `bytes`: 0 up to a quarter of `total`,
    /// then linear up to maxOvertakes. A third leaves two thirds to others while it is next, and
    /// large requests often take longest.
    static int patience(std::int64_t bytes, std::int64_t total);

    explicit MemoryQueue(std::int64_t bytes) : m_total(bytes), m_free(bytes) { }

    struct Waiting {
        std::int64_t bytes;
        int passed = 0; ///< number of later requests that overtook it while it stepped aside
    };
    using Ticket = std::list<Waiting>::iterator;

    /// Memory held by an admitted request.
    struct Part {
        std::int64_t bytes = 0;
        int turn = 0; ///< turn of the request that it overtook; 0: none
    };

    /// Adds a request of at most `total()`. The place is valid until go() or leave().
    Ticket arrive(std::int64_t bytes);
    /// Returns whether the request may be admitted now.
    bool mayGo(Ticket place) const;
    Part go(Ticket place);
    void leave(Ticket place);
    void giveBack(Part &part, std::int64_t bytes);

    std::int64_t total() const { return m_total; }
    int waiting() const { return static_cast<int>(m_waiting.size()); }

private:
    bool stepsAside(const Waiting &each) const;
    /// Returns the next request; null if all waiting ones step aside, or none waits.
    const Waiting *next() const;
    void notePassing(Ticket place);
    /// Updates the next request.
    void beginTurn();

    const std::int64_t m_total;
    std::int64_t m_free;
    std::list<Waiting> m_waiting; ///< oldest first
    const Waiting *m_next = nullptr;
    int m_turn = 0;            ///< number of next requests so far
    std::int64_t m_passed = 0; ///< bytes of holders that overtook the next request
};

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
