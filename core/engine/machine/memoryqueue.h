// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <list>

namespace loupe {

/// Who is next of those who wait for a part of the memory. Who waits longest is next: he goes as
/// soon as there is room for him. Meanwhile another may go before him only where both fit beside
/// each other, so that he waits for those who were there before him and for nobody else, and nobody
/// waits whose room he cannot use.
///
/// Who needs much would keep many others from going beside one slow holder. So he steps aside: he
/// goes whenever there is room for him, but until as many who came after him have gone before him
/// as patience() says it is not his turn. Who needs everything lets all others go that wait; when
/// it is his turn, it is that of all others who need everything, so that the memory is emptied once
/// for all of them.
///
/// Not thread-safe.
class MemoryQueue
{
public:
    /// As many as a run of some dozen evaluations has: there the large ones come last.
    static constexpr int mostPassed = 64;
    /// For how many who came after him somebody steps aside who needs so much of `total`: nobody
    /// who needs no more than a quarter, and from there in proportion. Who needs a third leaves two
    /// thirds to others while he is next, and is often among those who take longest.
    static int patience(std::int64_t bytes, std::int64_t total);

    explicit MemoryQueue(std::int64_t bytes) : m_total(bytes), m_free(bytes) { }

    struct Waiting {
        std::int64_t bytes;
        int passed = 0; ///< by how many who came after it, while it steps aside
    };
    using Place = std::list<Waiting>::iterator;

    /// What somebody has who has gone.
    struct Part {
        std::int64_t bytes = 0;
        int turn = 0; ///< of whoever was next when it went before him; 0: it did not
    };

    /// At most `total()`. The place is good until it goes or leaves.
    Place arrive(std::int64_t bytes);
    /// Whether it is its turn and there is room.
    bool mayGo(Place place) const;
    Part go(Place place);
    void leave(Place place);
    void giveBack(Part &part, std::int64_t bytes);

    std::int64_t total() const { return m_total; }
    int waiting() const { return static_cast<int>(m_waiting.size()); }

private:
    bool stepsAside(const Waiting &each) const;
    /// Who is next; null where all who wait step aside, or nobody waits.
    const Waiting *next() const;
    void notePassing(Place place);
    /// Whoever is next now.
    void beginTurn();

    const std::int64_t m_total;
    std::int64_t m_free;
    std::list<Waiting> m_waiting; ///< in the order in which they came
    const Waiting *m_next = nullptr;
    int m_turn = 0;            ///< counts who was next
    std::int64_t m_passed = 0; ///< held by those who went before whoever is next
};

} // namespace loupe
