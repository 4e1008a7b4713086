// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/memorypasses.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::size_t againForEach = 4; ///< repeated passes for each one on unread data

} // namespace

MemoryPasses::MemoryPasses(NativeSubject &trusted, const LineCost &cost,
                           std::chrono::duration<double> deadline, std::stop_token stop)
    : m_subject(trusted)
    , m_cost(cost)
    , m_deadline(deadline)
    , m_stop(std::move(stop))
{
}

bool MemoryPasses::measure(std::size_t first, std::size_t count)
{
    const auto fresh = passMs({first, count});
    const auto again = fresh ? passMs({0, againForEach * count, true}) : std::nullopt;
    if (!again)
        return false;
    m_freshMs.push_back(*fresh);
    m_repeatedMs.push_back(*again);
    return true;
}

std::optional<double> MemoryPasses::passMs(CallRange range)
{
    m_last = m_subject.touch(range, m_deadline, m_stop);
    if (hasFailed())
        return std::nullopt;
    return undisturbedSeconds(m_last, m_cost) * 1e3 / static_cast<double>(range.count);
}

double MemoryPasses::freshMs() const
{
    return std::ranges::min(m_freshMs);
}

double MemoryPasses::repeatedMs() const
{
    return std::ranges::min(m_repeatedMs);
}

void MemoryPasses::forget()
{
    m_freshMs.clear();
    m_repeatedMs.clear();
}

} // namespace loupe
