// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/timing/pairedtiming.h"

#include <span>

namespace loupe {

/// Block of calls. Milliseconds per call.
struct ClockedBlock {
    double wallMs = 0;
    double undisturbedMs = 0; ///< without the time that the operating system counted for others
};

/// Returns the upper quartile of the factors by which other processes lengthened blocks of trusted
/// code; at least 1. Pure.
double usualStretch(std::span<const ClockedBlock> trusted);

/// Above this stretch, other processes dominate the wall clock.
inline constexpr double maxQuietStretch = 1.05;

/// Replaces the times in `timing`: by the wall clock on a quiet machine, else without the time of
/// other processes. The operating system's counts are exact for the baseline, which is trusted.
/// They miss candidate threads that ended in a block, so the candidate's wall time is divided by
/// the baseline's usual stretch at most. Code on several processors keeps its wall time, which may
/// be too long but never too short. `baseline` and `candidate` are the blocks of `timing`, in
/// order. Returns the usual stretch. Pure.
double leaveOutOthers(PairedTiming &timing, std::span<const ClockedBlock> baseline,
                      std::span<const ClockedBlock> candidate);

} // namespace loupe
