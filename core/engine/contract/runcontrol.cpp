// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/runcontrol.h"

#include <algorithm>
#include <set>

namespace loupe {

void RunControl::pause()
{
    const std::lock_guard lock(m_mutex);
    m_isPaused = true;
    repeat(Command::Kind::Pause, {});
}

void RunControl::resume()
{
    const std::lock_guard lock(m_mutex);
    m_isPaused = false;
    repeat(Command::Kind::Resume, {});
    m_changed.notify_all();
}

bool RunControl::isPaused() const
{
    const std::lock_guard lock(m_mutex);
    return m_isPaused;
}

void RunControl::cancel(std::span<const std::size_t> items)
{
    const std::set<std::size_t> chosen(items.begin(), items.end());
    std::vector<std::stop_source> stopped;
    {
        const std::lock_guard lock(m_mutex);
        repeat(Command::Kind::Cancel, items);
        if (m_isElsewhere) {
            m_hasCancelled = true; // the engine there reports the outcome of each
            return;
        }
        const auto kept
            = std::stable_partition(m_waiting.begin(), m_waiting.end(),
                                    [&](std::size_t item) { return chosen.count(item) == 0; });
        m_dropped.insert(m_dropped.end(), kept, m_waiting.end());
        m_waiting.erase(kept, m_waiting.end());
        for (const std::size_t item : chosen) {
            if (const auto found = m_underWay.find(item); found != m_underWay.end())
                stopped.push_back(found->second);
        }
        m_hasCancelled = m_hasCancelled || !m_dropped.empty() || !stopped.empty();
        m_changed.notify_all();
    }
    // Stop callbacks may take a while, so they run without the lock.
    for (std::stop_source &source : stopped)
        source.request_stop();
}

void RunControl::cancelAll()
{
    m_all.request_stop();
    std::vector<std::stop_source> stopped;
    {
        const std::lock_guard lock(m_mutex);
        m_hasCancelled = true;
        stopped.reserve(m_underWay.size());
        for (const auto &[item, source] : m_underWay)
            stopped.push_back(source);
        m_changed.notify_all();
    }
    for (std::stop_source &source : stopped)
        source.request_stop();
}

void RunControl::moveToFront(std::span<const std::size_t> items)
{
    moveTo(items, true);
}

void RunControl::moveToBack(std::span<const std::size_t> items)
{
    moveTo(items, false);
}

void RunControl::moveTo(std::span<const std::size_t> items, bool isFront)
{
    const std::set<std::size_t> chosen(items.begin(), items.end());
    const std::lock_guard lock(m_mutex);
    repeat(isFront ? Command::Kind::Front : Command::Kind::Back, items);
    std::stable_partition(m_waiting.begin(), m_waiting.end(),
                          [&](std::size_t item) { return (chosen.count(item) != 0) == isFront; });
}

std::vector<std::size_t> RunControl::waiting() const
{
    const std::lock_guard lock(m_mutex);
    return {m_waiting.begin(), m_waiting.end()};
}

void RunControl::begin(std::size_t count)
{
    const std::lock_guard lock(m_mutex);
    for (std::size_t item = 0; item < count; ++item)
        m_waiting.push_back(item);
}

std::optional<RunControl::Turn> RunControl::take(const Choice &choice)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock,
                   [this] { return m_all.stop_requested() || m_waiting.empty() || !m_isPaused; });
    if (m_all.stop_requested() || m_waiting.empty())
        return std::nullopt;
    const auto next
        = m_waiting.begin() + static_cast<std::ptrdiff_t>(choice ? choice(m_waiting) : 0);
    const std::size_t item = *next;
    m_waiting.erase(next);
    const std::stop_source &source = m_underWay[item];
    return Turn{item, source.get_token()};
}

void RunControl::done(std::size_t item)
{
    const std::lock_guard lock(m_mutex);
    m_underWay.erase(item);
    if (m_isElsewhere)
        removeWaiting(item);
    m_changed.notify_all();
}

std::optional<std::size_t> RunControl::takeDropped()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] {
        return m_all.stop_requested() || !m_dropped.empty()
            || (m_waiting.empty() && m_underWay.empty());
    });
    if (m_all.stop_requested() || m_dropped.empty())
        return std::nullopt;
    const std::size_t item = m_dropped.front();
    m_dropped.pop_front();
    return item;
}

bool RunControl::hasCancelled() const
{
    const std::lock_guard lock(m_mutex);
    return m_hasCancelled;
}

void RunControl::repeat(Command::Kind kind, std::span<const std::size_t> items)
{
    if (m_isElsewhere)
        m_commands.push_back({kind, {items.begin(), items.end()}});
}

void RunControl::beginElsewhere(std::size_t count)
{
    const std::lock_guard lock(m_mutex);
    m_isElsewhere = true;
    m_commands.clear();
    m_waiting.clear();
    for (std::size_t item = 0; item < count; ++item)
        m_waiting.push_back(item);
    if (m_isPaused)
        repeat(Command::Kind::Pause, {});
}

std::vector<RunControl::Command> RunControl::commandsAfter(std::size_t count) const
{
    const std::lock_guard lock(m_mutex);
    const auto first = static_cast<std::ptrdiff_t>(std::min(count, m_commands.size()));
    return {m_commands.begin() + first, m_commands.end()};
}

void RunControl::began(std::size_t item)
{
    const std::lock_guard lock(m_mutex);
    removeWaiting(item);
}

void RunControl::removeWaiting(std::size_t item)
{
    const auto found = std::find(m_waiting.begin(), m_waiting.end(), item);
    if (found != m_waiting.end())
        m_waiting.erase(found);
}

} // namespace loupe
