// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/linecost.h"

#include <algorithm>
#include <vector>

namespace loupe {

namespace {

constexpr double minSeconds = 1e-8; ///< best resolution of a clock
/// Maximum cost of waking a process and being woken. On a busy machine every empty block may also
/// have waited for a processor.
constexpr double maxSeconds = 2e-4;
constexpr double minShare = 0.05; ///< of a block's time; requesting it is never all of it

double quantile(const std::vector<double> &sorted, double share)
{
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

} // namespace

LineCost lineCost(std::span<const CallOutcome> emptyBlocks, double waitSeconds)
{
    if (emptyBlocks.empty())
        return {};
    std::vector<double> wall;
    std::vector<double> cpu;
    for (const CallOutcome &block : emptyBlocks) {
        wall.push_back(std::max(0.0, block.seconds - waitSeconds));
        cpu.push_back(std::max(0.0, block.cpuSeconds - waitSeconds));
    }
    std::ranges::sort(wall);
    return {std::min(wall.front(), maxSeconds), std::ranges::min(cpu),
            quantile(wall, 0.75) - quantile(wall, 0.25)};
}

double netSeconds(double blockSeconds, const LineCost &cost)
{
    return std::max({blockSeconds - cost.seconds, minShare * blockSeconds, minSeconds});
}

double undisturbedSeconds(const CallOutcome &block, const LineCost &cost)
{
    const double wall = netSeconds(block.seconds, cost);
    if (block.cpuSeconds <= 0)
        return wall;
    return std::max(std::min(wall, block.cpuSeconds - cost.cpuSeconds), minSeconds);
}

double ownSeconds(const CallOutcome &block, const LineCost &cost)
{
    constexpr double maxStretch = 16; // maximum slowdown by other processes
    return std::max(undisturbedSeconds(block, cost), netSeconds(block.seconds, cost) / maxStretch);
}

} // namespace loupe
