// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/deviceactivity.h"

#include <cstdint>
#include <vector>

namespace loupe {

/// CUPTI ties the device's clock to the host's once, when recording starts; the two then drift
/// apart, by tens of microseconds within seconds, and work seems to begin before or after its call.
/// What flushes the cache is known to lie between the markers of its flush and to fill most of that
/// time. Where the records say otherwise for most flushes of the last block, the block's work is
/// shifted by the least that puts as many flushes as possible where they belong; durations stay.
/// Where recording began on a busy machine the clocks may be milliseconds apart; the block's first
/// flush then says how far, if that puts more of all work into calls and flushes.
///
/// The shift in nanoseconds; 0 where the clocks agree, or no flush says whether they do.
std::int64_t alignToFlushes(std::vector<DeviceActivity> &records);

} // namespace loupe
