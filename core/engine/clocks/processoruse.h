// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace loupe {

/// Total and non-idle time of all processors, summed. Seconds.
struct ProcessorUse {
    double all = 0;
    double used = 0;
};

/// Reads the text of /proc/stat in units of `ticksPerSecond`; null if it is invalid. Pure.
std::optional<ProcessorUse> processorUse(std::string_view procStat, long ticksPerSecond);

/// Reads the values of this machine; null if the kernel does not provide them.
std::optional<ProcessorUse> processorUseNow();

/// Above this share another program computes here. Checking what was timed takes less.
inline constexpr double maxUseByOthers = 0.2;

/// Returns the share of all processors that others used between two readings, without `ownSeconds`:
/// 0 to 1, 0 if unknown. Pure.
double shareOfOthers(const std::optional<ProcessorUse> &before,
                     const std::optional<ProcessorUse> &after, double ownSeconds);

} // namespace loupe
