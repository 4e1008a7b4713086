// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/memoryqueue.h"

#include <algorithm>
#include <utility>

namespace loupe {

int MemoryQueue::patience(std::int64_t bytes, std::int64_t total)
{
    constexpr double modest = 0.25;
    if (bytes >= total)
        return maxOvertakes;
    const double share = static_cast<double>(bytes) / static_cast<double>(total);
    return static_cast<int>(std::max(0.0, (share - modest) / (1 - modest)) * maxOvertakes);
}

MemoryQueue::Ticket MemoryQueue::arrive(std::int64_t bytes)
{
    const Ticket place = m_waiting.insert(m_waiting.end(), Waiting{std::min(bytes, m_total)});
    beginTurn();
    return place;
}

bool MemoryQueue::stepsAside(const Waiting &each) const
{
    return each.passed < patience(each.bytes, m_total);
}

const MemoryQueue::Waiting *MemoryQueue::next() const
{
    const auto found = std::ranges::find_if(
        m_waiting, [this](const Waiting &each) { return !stepsAside(each); });
    return found == m_waiting.end() ? nullptr : &*found;
}

bool MemoryQueue::mayGo(Ticket place) const
{
    if (m_free < place->bytes)
        return false;
    if (place->bytes == m_total && stepsAside(*place))
        return &*place == &m_waiting.front()
            && std::ranges::all_of(m_waiting,
                                   [this](const Waiting &each) { return each.bytes == m_total; });
    return m_next == nullptr || &*place == m_next
        || m_passed + place->bytes + m_next->bytes <= m_total;
}

MemoryQueue::Part MemoryQueue::go(Ticket place)
{
    Part part{place->bytes};
    m_free -= part.bytes;
    if (m_next != nullptr && &*place != m_next) {
        part.turn = m_turn;
        m_passed += part.bytes;
    }
    if (part.bytes < m_total)
        notePassing(place);
    leave(place);
    return part;
}

void MemoryQueue::notePassing(Ticket place)
{
    bool isLongEnough = false;
    for (auto each = m_waiting.begin(); each != place; ++each) {
        if (!stepsAside(*each))
            continue;
        ++each->passed;
        isLongEnough = isLongEnough || (each->bytes == m_total && !stepsAside(*each));
    }
    for (Waiting &each : m_waiting) {
        if (isLongEnough && each.bytes == m_total)
            each.passed = maxOvertakes;
    }
}

void MemoryQueue::leave(Ticket place)
{
    m_waiting.erase(place);
    beginTurn();
}

void MemoryQueue::beginTurn()
{
    const Waiting *const before = std::exchange(m_next, next());
    if (m_next == before)
        return;
    ++m_turn;
    m_passed = 0; // all current holders count as earlier than the new one
}

void MemoryQueue::giveBack(Part &part, std::int64_t bytes)
{
    m_free += bytes;
    part.bytes -= bytes;
    if (part.turn == m_turn)
        m_passed -= bytes;
}

} // namespace loupe
