// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/memorybudget.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace loupe {

namespace {

constexpr std::chrono::milliseconds stopInterval{50};

} // namespace

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

int MemoryBudget::waiting() const
{
    const std::lock_guard lock(m_mutex);
    return m_queue.waiting();
}

MemoryBudget::Hold::Hold(MemoryBudget &budget, std::int64_t bytes)
    : Hold(budget, bytes, std::stop_token())
{
}

MemoryBudget::Hold::Hold(MemoryBudget &budget, std::int64_t bytes, const std::stop_token &stop)
    : m_budget(budget)
    , m_isIn(budget.enter(*this, bytes, stop))
{
}

std::unique_ptr<MemoryBudget::Hold>
MemoryBudget::Hold::take(MemoryBudget &budget, std::int64_t bytes, const std::stop_token &stop)
{
    std::unique_ptr<Hold> hold(new Hold(budget, bytes, stop));
    return hold->m_isIn ? std::move(hold) : nullptr;
}

MemoryBudget::Hold::~Hold()
{
    if (m_isIn)
        m_budget.giveBack(*this, bytes());
}

void MemoryBudget::Hold::shrink(std::int64_t bytes)
{
    m_budget.giveBack(*this, m_part.bytes - std::clamp<std::int64_t>(bytes, 0, m_part.bytes));
}

bool MemoryBudget::enter(Hold &hold, std::int64_t bytes, const std::stop_token &stop)
{
    if (std::min(bytes, total()) <= 0)
        return true;
    std::unique_lock lock(m_mutex);
    const MemoryQueue::Ticket place = m_queue.arrive(bytes);
    while (!m_queue.mayGo(place) && !stop.stop_requested()) {
        if (stop.stop_possible())
            m_changed.wait_for(lock, stopInterval);
        else
            m_changed.wait(lock);
    }
    const bool goes = m_queue.mayGo(place);
    if (goes)
        hold.m_part = m_queue.go(place);
    else
        m_queue.leave(place);
    m_changed.notify_all(); // others may have had to wait for this one
    return goes;
}

void MemoryBudget::giveBack(Hold &hold, std::int64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_queue.giveBack(hold.m_part, bytes);
    m_changed.notify_all();
}

} // namespace loupe
