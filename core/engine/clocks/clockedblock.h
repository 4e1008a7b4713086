// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/timing/pairedtiming.h"

#include <span>

namespace loupe {

/// Block of calls. Milliseconds per call.
struct ClockedBlock {
    double wallMs = 0;
    double undisturbedMs = 0; ///< without the time of other processes, by the kernel's counts
};

/// Returns how much other processes lengthened three blocks of four of trusted code at most; at
/// least 1. Pure.
double usualStretch(std::span<const ClockedBlock> trusted);

/// Above this stretch, other processes dominate the wall clock.
inline constexpr double maxQuietStretch = 1.05;

/// Replaces the times in `timing`: by the wall clock on a quiet machine, else without the time of
/// other processes. The kernel's counts are exact for the baseline, which is trusted. They miss the
/// candidate's tasks that ended in a block, so its wall time shrinks by the baseline's usual
/// stretch at most. Code on several processors keeps the wall clock's time: too long, never too
/// short. `baseline` and `candidate`: the blocks of `timing` in order. Returns the usual
/// stretch. Pure.
double leaveOutOthers(PairedTiming &timing, std::span<const ClockedBlock> baseline,
                      std::span<const ClockedBlock> candidate);

} // namespace loupe
