// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/freshtimes.h"

#include <algorithm>

namespace loupe {

namespace {

/// Threads, strides and tables gain more from a cache than one pass does.
constexpr double allowance = 2;
/// On a busy machine, honest kernels of the suite reach this factor in one attempt; larger ones are
/// tried again.
constexpr double margin = 1.6;
/// Honest calls on a quiet machine reach this factor.
constexpr double quiet = 1.2;

} // namespace

double minRepeatedMs(const FreshTimes &times)
{
    const double cold = std::max(0.0, times.passMs - times.repeatedPassMs);
    const double share
        = times.passMs > 0 ? std::min(1.0, times.repeatedPassMs / times.passMs) : 1.0;
    // Code bound by memory gains as much as the pass, other code less.
    return std::max(times.callMs - allowance * cold, times.callMs * share / allowance);
}

double missingFactor(double repeatedMs, const FreshTimes &times)
{
    constexpr double minMs = 1e-6; // resolution of a clock
    return minRepeatedMs(times) / std::max(repeatedMs, minMs);
}

RepeatedCalls judgeRepeatedCalls(double gap, double closely)
{
    if (gap > margin)
        return RepeatedCalls::LeftOut;
    return std::max(gap, closely) <= quiet ? RepeatedCalls::BorneOut : RepeatedCalls::Doubtful;
}

} // namespace loupe
