// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/deviceactivity.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// Half open: [startNs, endNs).
struct TimeInterval {
    std::uint64_t startNs = 0;
    std::uint64_t endNs = 0; ///< not before startNs
    friend bool operator==(const TimeInterval &, const TimeInterval &) = default;
};

/// What several intervals, of any streams, come to together. Nanoseconds.
struct IntervalUnion {
    std::uint64_t busyNs = 0;    ///< at least one of them
    std::uint64_t overlapNs = 0; ///< sum of all lengths less busyNs: time that was shared
    std::uint64_t gapNs = 0;     ///< between the first start and the last end, none of them
    std::uint64_t spanNs = 0;    ///< last end - first start = busyNs + gapNs
    friend bool operator==(const IntervalUnion &, const IntervalUnion &) = default;
};

/// In any order; empty gives zeros.
IntervalUnion unite(std::vector<TimeInterval> intervals);

/// What the device did for one call.
struct CallActivity {
    TimeInterval window;      ///< between the call's markers
    IntervalUnion device;     ///< kernels, copies and memsets of this call
    std::uint64_t leadNs = 0; ///< from the window's begin to the first of them, by the clocks
    int kernels = 0;
    int transfers = 0; ///< copies and memsets
};

/// What the device did for one block of calls.
struct BlockActivity {
    std::vector<CallActivity> calls; ///< one for each, in order
    TimeInterval window;             ///< between the block's markers
    /// Work of the block and after it that belongs to no call and is no flush of the cache: of
    /// threads and streams that were not waited for.
    IntervalUnion stray;
    /// Places, among the records, of the work that is in `calls` or `stray`: all but the flushes.
    std::vector<std::size_t> counted;
    /// Places of the work before the block, which is none of its calls'.
    std::vector<std::size_t> before;
    /// Work belongs to the call in which it was launched (launchorder.h); else, and where it was
    /// launched before the block, to the one in whose window it began.
    bool isByLaunch = false;
};

/// Cuts the records of one block (`calls` calls) at their markers. Of the work of a flush one piece
/// is the flush. What was over before the block's first marker counts for nothing. Corrupt when
/// markers are missing, repeated or out of order: the records come from a process that may write
/// anything.
Result<BlockActivity> activityOfBlock(std::span<const DeviceActivity> records, int calls);

} // namespace loupe
