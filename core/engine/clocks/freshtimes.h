// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/clocks/clockedblock.h"

#include <span>

namespace loupe {

/// The shortest call. Kernels do not count what tasks did that ended in the block, so no more of
/// its time is put down to others than `stretch` of trusted code beside it bears out. Pure; 0 of
/// nothing.
double shortestCallMs(std::span<const ClockedBlock> blocks, double stretch);

/// What a call takes on inputs that never were before, and what such memory costs by itself,
/// measured on trusted code. Milliseconds for each call.
struct FreshTimes {
    double callMs = 0;
    double passMs = 0; ///< once over all that a call reads and writes, as fresh as the call's
    double repeatedPassMs = 0; ///< the same again and again at one place
};

/// The least that the same call can take where it is repeated on the same inputs, which then lie in
/// nearer caches, if it computes each time: fresh memory is allowed to explain twice what it
/// costs by itself. Pure.
double leastRepeatedMs(const FreshTimes &times);

/// That least over what a repeated call took; above 1, something is missing in it. Pure.
double missingFactor(double repeatedMs, const FreshTimes &times);

/// What fresh calls say of repeated ones.
enum class RepeatedCalls {
    BorneOut,
    Doubtful,  ///< more is missing, looked at closely, than in honest calls on a quiet machine, and
               ///< no more than a busy one makes of them: nothing is said of the candidate, and
               ///< fresh calls count
    LeftOut,   ///< so much is missing that something was left out in them
    Disturbed, ///< as much is missing, but in the reference's, which is trusted, some is too
};

/// From the missing factors of both. `closely`: the candidate's, of calls that the machine was
/// alike for; it proves nothing, because others may have slowed one of them. Pure.
RepeatedCalls judgeRepeatedCalls(double ofCandidate, double ofReference, double closely);

} // namespace loupe
