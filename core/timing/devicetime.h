// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/device/deviceactivity.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// Half-open interval: [startNs, endNs).
struct TimeInterval {
    std::uint64_t startNs = 0;
    std::uint64_t endNs = 0; ///< not before startNs
    friend bool operator==(const TimeInterval &, const TimeInterval &) = default;
};

/// Union of intervals on any streams. Nanoseconds.
struct IntervalUnion {
    std::uint64_t busyNs = 0;    ///< covered by at least one interval
    std::uint64_t overlapNs = 0; ///< sum of all lengths minus busyNs
    std::uint64_t spanNs = 0;    ///< last end - first start
    friend bool operator==(const IntervalUnion &, const IntervalUnion &) = default;
};

/// Returns the union of intervals in any order; zeros for none.
IntervalUnion unite(std::vector<TimeInterval> intervals);

/// Device work of one call.
struct CallActivity {
    IntervalUnion device; ///< kernels, copies and memsets of this call
    int kernels = 0;
    int transfers = 0; ///< copies and memsets
};

/// Device work of one block of calls.
struct BlockActivity {
    std::vector<CallActivity> calls; ///< one per call, in order
    /// Work during and after the block that belongs to no call and is no flush of the cache: of
    /// threads and streams that were not waited for.
    IntervalUnion stray;
    /// Indices of the records in `calls` or `stray`: all but the flushes.
    std::vector<std::size_t> counted;
    /// Indices of the work before the block, which belongs to none of its calls.
    std::vector<std::size_t> before;
    /// True: work belongs to the call that launched it (launchorder.h). False, or if it was
    /// launched before the block: it belongs to the call in whose window it began.
    bool isByLaunch = false;
};

/// Splits the records of a block of `calls` calls at their markers. One piece of each flush's work
/// counts as the flush. Work before the block's first marker is ignored. Corrupt if markers are
/// missing, repeated or out of order: the writing process is untrusted.
Result<BlockActivity> activityOfBlock(std::span<const DeviceActivity> records, int calls);

} // namespace loupe
