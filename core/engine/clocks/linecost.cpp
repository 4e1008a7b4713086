// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/linecost.h"

#include <algorithm>
#include <vector>

namespace loupe {

namespace {

constexpr double leastSeconds = 1e-8; ///< what a clock steps by at best
constexpr double leastShare = 0.05;   ///< of a call's whole time: the rest is not all the line's
constexpr double timesTheSpread = 5;
constexpr double costQuantile = 0.25;

double quantile(const std::vector<double> &sorted, double share)
{
    if (sorted.empty())
        return 0;
    return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

std::vector<double> sortedOf(std::span<const double> values)
{
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    return sorted;
}

double range(const std::vector<double> &sorted)
{
    return quantile(sorted, 0.75) - quantile(sorted, 0.25);
}

} // namespace

LineCost lineCost(std::span<const double> awake, std::span<const double> asleep)
{
    const std::vector<double> first = sortedOf(awake);
    const std::vector<double> second = sortedOf(asleep);
    return {quantile(first, costQuantile), quantile(second, costQuantile),
            std::max(range(first), range(second))};
}

double netSeconds(const CallOutcome &outcome, const LineCost &cost)
{
    const double asking = outcome.hasSlept ? cost.asleep : cost.awake;
    return std::max({outcome.seconds - asking, leastShare * outcome.seconds, leastSeconds});
}

bool areTooShort(double seconds, const LineCost &cost)
{
    return seconds < timesTheSpread * cost.spread;
}

} // namespace loupe
