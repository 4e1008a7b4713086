// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/host/calloutcome.h"

#include <span>

namespace loupe {

/// What asking for a block of calls costs besides the calls, measured on trusted code. Seconds. The
/// least of all, and 0.2 ms at most: what is taken off too little makes two sides more alike, what
/// is taken off too much tells them apart where nothing does.
struct LineCost {
    double seconds = 0;
    double cpuSeconds = 0; ///< that the subject's processes have of it; 0: not known
    double spread = 0;     ///< interquartile range of the seconds
};

/// Of empty blocks that waited for so many seconds each. Pure; zeros of nothing.
LineCost lineCost(std::span<const CallOutcome> emptyBlocks, double waitSeconds);

/// What the calls of a block took without what asking for it costs; at least a twentieth. Pure.
double netSeconds(double blockSeconds, const LineCost &cost);

/// The same without what others on the machine took, as far as the kernel's counts tell: the
/// processors' time, where that is less; several at once are seen by the clock alone. Pure.
double undisturbedSeconds(const CallOutcome &block, const LineCost &cost);

/// The same to size blocks by: as tasks that ended in the block are not counted, no less than a
/// sixteenth of the clock's time. Pure.
double ownSeconds(const CallOutcome &block, const LineCost &cost);

} // namespace loupe
