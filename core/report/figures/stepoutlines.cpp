// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/stepoutlines.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace loupe {

namespace {

bool areNeighbours(const ChartBar &left, const ChartBar &right)
{
    constexpr double slack = 1e-9;
    return std::abs(left.to - right.from) <= slack * std::abs(left.to);
}

} // namespace

std::vector<StepOutline> stepOutlines(const ChartPanel &panel)
{
    std::map<int, std::vector<const ChartBar *>> series;
    for (const ChartBar &bar : panel.bars) {
        if (bar.isStep && !bar.tone.isHollow)
            series[bar.tone.series].push_back(&bar);
    }
    std::vector<StepOutline> out;
    for (auto &[number, bars] : series) {
        std::ranges::sort(bars, {}, [](const ChartBar *bar) { return bar->from; });
        const ChartBar *last = nullptr;
        for (const ChartBar *bar : bars) {
            if (last != nullptr && areNeighbours(*last, *bar)) {
                out.back().corners.back() = {bar->from, bar->value};
            } else {
                out.push_back({bar->tone, {{bar->from, bar->base}, {bar->from, bar->value}}});
            }
            out.back().corners.push_back({bar->to, bar->value});
            out.back().corners.push_back({bar->to, bar->base});
            last = bar;
        }
    }
    return out;
}

} // namespace loupe
