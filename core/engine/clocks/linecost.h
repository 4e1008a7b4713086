// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/host/calloutcome.h"

#include <span>

namespace loupe {

/// Cost of requesting a block of calls, measured on trusted code. Seconds. It is a minimum, and 0.2
/// ms at most: subtracting too little makes two sides more alike, too much invents a difference.
struct LineCost {
    double seconds = 0;
    double cpuSeconds = 0; ///< processor time of it in the called process; 0 if unknown
    double spread = 0;     ///< interquartile range of the seconds
};

/// Returns the cost from empty blocks that waited `waitSeconds` each; zeros for none. Pure.
LineCost lineCost(std::span<const CallOutcome> emptyBlocks, double waitSeconds);

/// Returns the seconds of a block without the cost of its request; at least a twentieth. Pure.
double netSeconds(double blockSeconds, const LineCost &cost);

/// Returns the net seconds without the time of other processes, by the kernel's counts: processor
/// time if it is less. For work on several processors only the clock counts. Pure.
double undisturbedSeconds(const CallOutcome &block, const LineCost &cost);

/// Returns the seconds for sizing blocks: at least a sixteenth of the clock's time, because the
/// kernel does not count tasks that ended in the block. Pure.
double ownSeconds(const CallOutcome &block, const LineCost &cost);

} // namespace loupe
