// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace loupe {

/// How long all processors of the machine together have been there, and not idle. Seconds.
struct ProcessorUse {
    double all = 0;
    double used = 0;
};

/// Of the text of /proc/stat, whose unit is `ticksPerSecond`; null where it is no such text. Pure.
std::optional<ProcessorUse> processorUse(std::string_view procStat, long ticksPerSecond);

/// Of this machine, as of now; null where the kernel does not tell.
std::optional<ProcessorUse> processorUseNow();

/// Above, somebody else computes on the machine. Judging what was timed takes less.
inline constexpr double mostOfOthers = 0.2;

/// Which part of all processors others had between two looks: what was used without `ownSeconds`;
/// from 0 to 1, 0 where nothing is known. Pure.
double shareOfOthers(const std::optional<ProcessorUse> &before,
                     const std::optional<ProcessorUse> &after, double ownSeconds);

} // namespace loupe
