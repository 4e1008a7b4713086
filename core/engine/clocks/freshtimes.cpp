// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/freshtimes.h"

#include <algorithm>
#include <limits>

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

double minCallMs(std::span<const ClockedBlock> blocks, double stretch)
{
    double shortest = std::numeric_limits<double>::infinity();
    for (const ClockedBlock &block : blocks)
        shortest = std::min(shortest, std::max(block.undisturbedMs, block.wallMs / stretch));
    return blocks.empty() ? 0 : shortest;
}

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

RepeatedCalls judgeRepeatedCalls(double ofCandidate, double ofReference, double closely)
{
    if (ofCandidate <= margin)
        return std::max(ofCandidate, closely) <= quiet ? RepeatedCalls::BorneOut
                                                       : RepeatedCalls::Doubtful;
    const bool isQuiet = ofReference <= quiet;
    return isQuiet || ofCandidate > margin * ofReference ? RepeatedCalls::LeftOut
                                                         : RepeatedCalls::Disturbed;
}

} // namespace loupe
