// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/timing/speedup.h"

#include <span>

namespace loupe {

/// How many pairs of fresh processes a timing takes. Two processes of one program differ by where
/// their memory and code lie, and no number of calls in one of them shows by how much.
struct ProcessPolicy {
    int fewest = 5; ///< below five, stopping early costs more than a point of the 95 % (timing.md)
    int most = 7;   ///< that are started while the interval is wider than asked for
};

/// What timings in several pairs of fresh processes say together. The times are geometric means of
/// the processes' medians, the speedup is their ratio. Its interval is Student's over the
/// logarithms of the processes' speedups, as each process is one draw of what differs between
/// processes; it is never narrower than the processes' own intervals together. Of one process, what
/// it says. At least one, all positive.
SpeedupEstimate combineProcesses(std::span<const SpeedupEstimate> processes);

/// Whether these processes do: there are `fewest`, and the interval's half width on the scale of
/// logarithms is at most `relativeInterval`, or there are `most`.
bool areEnough(std::span<const SpeedupEstimate> processes, const ProcessPolicy &policy,
               double relativeInterval);

} // namespace loupe
