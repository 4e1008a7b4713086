// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device/deviceactivity.h"

#include <cstdint>
#include <vector>

namespace loupe {

/// Corrects the offset of the device's clock. CUPTI ties it to the host's clock once, when
/// recording starts; they drift apart by tens of microseconds within seconds. A flush of the cache
/// must lie between its markers and fill most of that time. If most flushes of the last block do
/// not, its work is shifted by the minimum that fits most of them. Durations are unchanged. If
/// recording began on a busy machine, the offset may be milliseconds. Then the shift comes from the
/// block's first flush, if more of all work fits with it.
///
/// Returns the shift in nanoseconds; 0 if the clocks agree, or no flush shows an offset.
std::int64_t alignToFlushes(std::vector<DeviceActivity> &records);

} // namespace loupe
