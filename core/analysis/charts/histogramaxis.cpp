// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/histogramaxis.h"

#include "core/analysis/charts/chartwords.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

struct OpenBin {
    double from = 0.0; ///< as log2
    double to = 0.0;
};

/// Returns the width of the other bins, or more if the label needs it.
double openWidth(const HistogramAxis &axis)
{
    constexpr double minWidth = 0.5;
    return std::max(1.0 / axis.binsPerOctave, minWidth);
}

OpenBin openBin(bool isFirst, const HistogramAxis &axis)
{
    const double width = openWidth(axis);
    const double gap = width / 2;
    if (isFirst)
        return {axis.minLog2 - gap - width, axis.minLog2 - gap};
    return {axis.maxLog2 + gap, axis.maxLog2 + gap + width};
}

std::string openName(bool isFirst, const HistogramAxis &axis)
{
    return isFirst ? "≤" + octaveText(axis.minLog2) : "≥" + octaveText(axis.maxLog2);
}

/// Returns "≤⅛×", without a second "×" if the octave is "1×".
std::string withTimes(const std::string &text)
{
    return text.ends_with("×") ? text : text + "×";
}

ChartTick openTick(bool isFirst, const HistogramAxis &axis)
{
    const OpenBin bin = openBin(isFirst, axis);
    return {std::exp2((bin.from + bin.to) / 2), openName(isFirst, axis), true};
}

} // namespace

ChartAxis histogramAxis(std::string title, const HistogramAxis &axis)
{
    const OpenBin first = openBin(true, axis);
    const OpenBin last = openBin(false, axis);
    ChartAxis out = speedupAxis(std::move(title), axis.minLog2, axis.maxLog2);
    // The open bins next to the ends have labels already.
    std::erase_if(out.ticks, [&](const ChartTick &tick) {
        return tick.at <= std::exp2(axis.minLog2) || tick.at >= std::exp2(axis.maxLog2);
    });
    out.ticks.insert(out.ticks.begin(), openTick(true, axis));
    out.ticks.push_back(openTick(false, axis));
    out.least = std::exp2(first.from);
    out.most = std::exp2(last.to);
    return out;
}

void placeInBin(ChartBar &bar, int bin, const HistogramAxis &axis)
{
    bar.isOpen = axis.isOpen(bin);
    OpenBin place{axis.edgeLog2(bin), axis.edgeLog2(bin + 1)};
    if (bar.isOpen)
        place = openBin(bin == 0, axis);
    bar.from = std::exp2(place.from);
    bar.to = std::exp2(place.to);
}

bool isFasterBin(int bin, const HistogramAxis &axis)
{
    return bin > 0 && axis.edgeLog2(bin) >= 0;
}

std::string binText(int bin, const HistogramAxis &axis)
{
    if (axis.isOpen(bin))
        return withTimes(openName(bin == 0, axis)) + (bin == 0 ? " and below" : " and above");
    return chartSpeedup(std::exp2(axis.edgeLog2(bin))) + " to "
        + chartSpeedup(std::exp2(axis.edgeLog2(bin + 1)));
}

std::string openBinsText(const HistogramAxis &axis)
{
    return fmt::format("The outer bins, {} and {}, hold all values beyond. ", openName(true, axis),
                       openName(false, axis));
}

} // namespace loupe
