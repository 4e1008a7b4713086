// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/clockedcalls.h"

#include "core/base/median.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

/// No kernel of a GPU is shorter, so that a difference below this hides none.
constexpr double shortestKernelMs = 0.0005;

} // namespace

ClockedCalls::ClockedCalls(CallClock &clock, Place place)
    : m_clock(clock)
    , m_place(std::move(place))
{
}

bool ClockedCalls::makeReady()
{
    return m_place ? m_clock.placeInputs(m_place) : m_clock.wake();
}

std::optional<BlockTime> ClockedCalls::time(CallRange range)
{
    auto calls = m_clock.placedCalls(range);
    if (!calls)
        return std::nullopt;
    m_glimpse = std::move(calls->glimpse);
    m_isSeen = m_isSeen && !m_glimpse.seen.empty();
    if (std::exchange(m_hasPlaced, true)) // the first writing allocates memory
        m_placings.push_back(calls->placingMs);
    double aheadMs = m_trusted ? calls->placingMs - m_trusted->usualPlacingMs() : 0;
    if (aheadMs < shortestKernelMs)
        aheadMs = 0;
    m_clock.addAhead(aheadMs, range.count);
    BlockTime time = calls->time;
    time.measuredSeconds += aheadMs / 1e3;
    return time;
}

double ClockedCalls::usualPlacingMs() const
{
    if (m_placings.empty())
        return 0;
    // The time of a processor has outliers, behind which a candidate could work.
    return m_clock.method() == TimingMethod::Host ? medianOf(m_placings)
                                                  : std::ranges::max(m_placings);
}

void ClockedCalls::keepFromHere()
{
    m_clock.keepFromHere();
}

} // namespace loupe
