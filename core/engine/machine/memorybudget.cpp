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
    return static_cast<int>(m_queue.size());
}

MemoryBudget::Hold::Hold(MemoryBudget &budget, std::int64_t bytes)
    : Hold(budget, bytes, std::stop_token())
{
}

MemoryBudget::Hold::Hold(MemoryBudget &budget, std::int64_t bytes, const std::stop_token &stop)
    : m_budget(budget)
    , m_bytes(std::clamp<std::int64_t>(bytes, 0, budget.m_total))
{
    m_isIn = m_budget.enter(*this, stop);
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
        m_budget.giveBack(*this, m_bytes);
}

void MemoryBudget::Hold::shrink(std::int64_t bytes)
{
    const std::int64_t less = m_bytes - std::clamp<std::int64_t>(bytes, 0, m_bytes);
    m_budget.giveBack(*this, less);
    m_bytes -= less;
}

bool MemoryBudget::enter(Hold &hold, const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    if (hold.m_bytes == 0)
        return true;
    const auto own = m_queue.insert(m_queue.end(), hold.m_bytes);
    if (own == m_queue.begin())
        beginTurn();
    while (!mayGo(own) && !stop.stop_requested()) {
        if (stop.stop_possible())
            m_changed.wait_for(lock, stopInterval);
        else
            m_changed.wait(lock);
    }
    const bool goes = mayGo(own);
    const bool wasNext = own == m_queue.begin();
    m_queue.erase(own);
    if (goes) {
        m_free -= hold.m_bytes;
        if (!wasNext) {
            hold.m_passed = m_turn;
            m_passed += hold.m_bytes;
        }
    }
    if (wasNext)
        beginTurn();
    m_changed.notify_all(); // it may have been the one that others had to wait for
    return goes;
}

bool MemoryBudget::mayGo(std::list<std::int64_t>::const_iterator own) const
{
    if (m_free < *own)
        return false;
    return own == m_queue.begin() || m_passed + *own + m_queue.front() <= m_total;
}

void MemoryBudget::beginTurn()
{
    ++m_turn;
    m_passed = 0; // whoever is in is in before the next one, however he came
}

void MemoryBudget::giveBack(Hold &hold, std::int64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_free += bytes;
    if (hold.m_passed == m_turn)
        m_passed -= bytes;
    m_changed.notify_all();
}

} // namespace loupe
