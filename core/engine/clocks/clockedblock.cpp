// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/clockedblock.h"

#include <algorithm>
#include <vector>

namespace loupe {

namespace {

std::vector<double> stretches(std::span<const ClockedBlock> blocks)
{
    std::vector<double> all;
    for (const ClockedBlock &block : blocks)
        all.push_back(block.undisturbedMs > 0 ? std::max(1.0, block.wallMs / block.undisturbedMs)
                                              : 1.0);
    std::ranges::sort(all);
    return all;
}

} // namespace

double usualStretch(std::span<const ClockedBlock> trusted)
{
    constexpr std::size_t quarters = 4;
    const std::vector<double> all = stretches(trusted);
    return all.empty() ? 1 : all[(all.size() - 1) * (quarters - 1) / quarters];
}

double leaveOutOthers(PairedTiming &timing, std::span<const ClockedBlock> baseline,
                      std::span<const ClockedBlock> candidate)
{
    const std::size_t count = std::min(
        {timing.baselineMs.size(), timing.candidateMs.size(), baseline.size(), candidate.size()});
    const double stretch = usualStretch(baseline.first(count));
    const bool isQuiet = stretch <= maxQuietStretch;
    for (std::size_t i = 0; i < count; ++i) {
        timing.baselineMs[i] = isQuiet ? baseline[i].wallMs : baseline[i].undisturbedMs;
        timing.candidateMs[i] = isQuiet
            ? candidate[i].wallMs
            : std::max(candidate[i].undisturbedMs, candidate[i].wallMs / stretch);
    }
    return stretch;
}

} // namespace loupe
