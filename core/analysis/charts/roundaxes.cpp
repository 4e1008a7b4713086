// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/roundaxes.h"

#include "core/analysis/charts/chartwords.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace loupe {

namespace {

constexpr std::size_t maxRoundTicks = 12;

} // namespace

ChartAxis roundAxis(const std::vector<int> &rounds)
{
    ChartAxis out;
    out.title = "round";
    out.least = rounds.front();
    out.most = rounds.back();
    const std::size_t step = (rounds.size() + maxRoundTicks - 1) / maxRoundTicks;
    for (std::size_t i = 0; i < rounds.size(); i += step)
        out.ticks.push_back({static_cast<double>(rounds[i]), std::to_string(rounds[i])});
    return out;
}

ChartAxis roundSpeedupAxis(const ChartPanel &panel)
{
    double low = -1;
    double high = 1;
    for (const ChartLine &line : panel.lines) {
        for (const ChartPoint &point : line.points) {
            low = std::min(low, std::log2(point.low.value_or(point.y)));
            high = std::max(high, std::log2(point.high.value_or(point.y)));
        }
    }
    for (const ChartDot &dot : panel.dots) {
        low = std::min(low, std::log2(dot.y));
        high = std::max(high, std::log2(dot.y));
    }
    // Whole octaves, limited to 2^±20: speedups beyond a million are not plausible.
    return speedupAxis("speedup", std::floor(std::max(low, -20.0)),
                       std::ceil(std::min(high, 20.0)));
}

} // namespace loupe
