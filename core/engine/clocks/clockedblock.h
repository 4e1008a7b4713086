// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/timing/pairedtiming.h"

#include <span>

namespace loupe {

/// A block of calls. Milliseconds for each call.
struct ClockedBlock {
    double wallMs = 0;
    double undisturbedMs = 0; ///< without what others had, as far as the kernel's counts tell
};

/// By how much others made blocks of trusted code longer at worst; at least 1. Pure.
double worstStretch(std::span<const ClockedBlock> trusted);

/// The same of three blocks of four; at least 1. Pure.
double usualStretch(std::span<const ClockedBlock> trusted);

/// Above, others on the machine decide what the wall clock says.
inline constexpr double mostQuietStretch = 1.05;

/// On a machine that is not quiet, puts into `timing` what its blocks took without others. Of the
/// baseline, which is trusted, that is what the kernel counts. Of the candidate, of which the
/// kernel does not count what tasks did that ended in a block, no more is put down to others than
/// the baseline's usual stretch bears out. Where it works on several processors at once it keeps
/// the wall clock's time: too long, never too short. `baseline` and `candidate`: of `timing`'s
/// blocks, in their order, and maybe of more after them. Pure; the usual stretch.
double leaveOutOthers(PairedTiming &timing, std::span<const ClockedBlock> baseline,
                      std::span<const ClockedBlock> candidate);

} // namespace loupe
