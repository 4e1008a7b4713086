// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/memorybudget.h"

#include <algorithm>
#include <chrono>

namespace loupe {

namespace {

constexpr std::chrono::milliseconds stopInterval{50};

} // namespace

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
