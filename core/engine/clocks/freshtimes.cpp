// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/freshtimes.h"

#include <algorithm>

namespace loupe {

namespace {

/// Threads, strides and tables make more of a cache than one pass does.
constexpr double allowance = 2;
/// On a busy machine, honest calls of all kernels of the suite differ by up to 1.4 by themselves.
constexpr double margin = 1.6;

} // namespace

double leastRepeatedMs(const FreshTimes &times)
{
    const double cold = std::max(0.0, times.passMs - times.repeatedPassMs);
    const double share
        = times.passMs > 0 ? std::min(1.0, times.repeatedPassMs / times.passMs) : 1.0;
    // Whatever is all memory gains as much as the pass; whatever computes gains less.
    return std::max(times.callMs - allowance * cold, times.callMs * share / allowance);
}

bool leavesOut(double repeatedMs, const FreshTimes &times)
{
    return margin * repeatedMs < leastRepeatedMs(times);
}

} // namespace loupe
