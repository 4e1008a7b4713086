// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runs/runitems.h"

#include <algorithm>

namespace loupe::ui {

ItemState stateOf(Stage stage)
{
    switch (stage) {
    case Stage::Verify:
    case Stage::Run:
        return ItemState::Verifying;
    case Stage::Time:
        return ItemState::Timing;
    case Stage::None:
    case Stage::Submit:
    case Stage::Build:
    case Stage::Load:
        break;
    }
    return ItemState::Building;
}

ItemState stateOf(Verdict verdict)
{
    const Outcome outcome = outcomeOf(verdict);
    if (outcome == Outcome::InfraError)
        return ItemState::InfraError;
    return isFailure(outcome) ? ItemState::Failed : ItemState::Done;
}

void RunItems::append(const std::vector<ItemInfo> &items)
{
    m_items.reserve(m_items.size() + items.size());
    for (const ItemInfo &info : items)
        m_items.push_back({info});
    m_counts[static_cast<std::size_t>(ItemState::Waiting)] += static_cast<int>(items.size());
}

void RunItems::setState(std::size_t item, ItemState state)
{
    RunItem &changed = m_items[item];
    if (isUnderWay(changed.state) && !isUnderWay(state))
        m_active.erase(std::find(m_active.begin(), m_active.end(), item));
    if (!isUnderWay(changed.state) && isUnderWay(state))
        m_active.push_back(item);
    --m_counts[static_cast<std::size_t>(changed.state)];
    ++m_counts[static_cast<std::size_t>(state)];
    changed.state = state;
}

void RunItems::apply(const ItemEvent &event)
{
    advance(event.second);
    RunItem &item = m_items[event.item];
    if (!isUnderWay(item.state) && isUnderWay(event.state)) {
        item.begun = event.second;
        item.steps.clear();
    }
    if (item.steps.empty() || item.steps.back().state != event.state)
        item.steps.push_back({event.state, event.second - item.begun});
    if (!event.device.empty())
        item.info.device = event.device;
    setState(event.item, event.state);
    item.isStopping = item.isStopping && isUnderWay(event.state);
    if (event.result) {
        item.verdict = event.result->verdict;
        item.message = event.result->message;
        item.speedup = event.result->speedup;
        item.id = event.result->id;
        item.seconds
            = event.result->seconds > 0 ? event.result->seconds : event.second - item.begun;
        m_durations.push_back(item.seconds);
    }
}

void RunItems::advance(double second)
{
    if (second <= m_now)
        return;
    if (!m_active.empty())
        m_busy += second - m_now;
    m_now = second;
    for (const std::size_t item : m_active)
        m_items[item].seconds = m_now - m_items[item].begun;
}

void RunItems::setStopping(std::size_t item)
{
    m_items[item].isStopping = isUnderWay(m_items[item].state);
}

void RunItems::end(bool isCancelled)
{
    if (!isCancelled)
        return;
    for (std::size_t item = 0; item < m_items.size(); ++item) {
        if (m_items[item].state == ItemState::Waiting || isUnderWay(m_items[item].state)) {
            setState(item, ItemState::Cancelled);
            m_items[item].isStopping = false;
        }
    }
}

std::optional<RemainingTime> RunItems::remaining(int toCome) const
{
    std::vector<double> underWay;
    underWay.reserve(m_active.size());
    for (const std::size_t item : m_active)
        underWay.push_back(m_items[item].seconds);
    return remainingTime({m_durations, underWay, count(ItemState::Waiting) + toCome, m_busy});
}

} // namespace loupe::ui
