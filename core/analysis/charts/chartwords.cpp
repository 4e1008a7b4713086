// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartwords.h"

#include "core/base/counted.h"
#include "core/model/saved/chartcolors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace loupe {

std::string octaveText(int log2)
{
    switch (log2) {
    case -3:
        return "⅛";
    case -2:
        return "¼";
    case -1:
        return "½";
    case 0:
        return "1×";
    default:
        return log2 > 0 ? fmt::format("{}", std::exp2(log2))
                        : fmt::format("1/{}", std::exp2(-log2));
    }
}

double roundStep(double most, int steps)
{
    const double least = most / steps;
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least * (1 - 1e-9))
            return factor * power;
    }
    return 10 * power;
}

std::string chartShare(double share)
{
    return fmt::format("{:.1f} %", 100 * share);
}

std::string chartInterval(std::optional<double> low, std::optional<double> high)
{
    return low && high ? " [" + chartShare(*low) + ", " + chartShare(*high) + "]" : std::string();
}

std::string chartSpeedup(double speedup)
{
    if (speedup >= 1000 || (speedup > 0 && speedup < 0.01))
        return fmt::format("{:.3g}×", speedup);
    return fmt::format("{:.{}f}×", speedup, speedup < 0.1 ? 3 : 2);
}

std::string chartNumber(double value)
{
    constexpr std::array units{"", " k", " M", " G", " T", " P"};
    std::size_t unit = 0;
    while (std::abs(value) >= 999.5 && unit + 1 < units.size()) {
        value /= 1000;
        ++unit;
    }
    return fmt::format("{:.3g}{}", value, units[unit]);
}

std::string chartCountOf(int used, int total)
{
    return groupedDigits(used) + " of " + groupedDigits(total);
}

ChartAxis speedupAxis(std::string title, double minLog2, double maxLog2)
{
    ChartAxis axis;
    axis.title = std::move(title);
    axis.scale = ChartScale::Log2;
    axis.least = std::exp2(minLog2);
    axis.most = std::exp2(maxLog2);
    const int first = static_cast<int>(std::ceil(minLog2));
    const int last = static_cast<int>(std::floor(maxLog2));
    const int step = std::max(1, (last - first + 5) / 8);
    for (int log2 = first; log2 <= last; ++log2) {
        if (log2 % step == 0)
            axis.ticks.push_back({std::exp2(log2), octaveText(log2)});
    }
    if (axis.least <= 1 && axis.most >= 1)
        axis.reference = 1.0;
    return axis;
}

ChartAxis shareAxis(std::string title)
{
    ChartAxis axis;
    axis.title = std::move(title);
    for (const int percent : {0, 25, 50, 75, 100})
        axis.ticks.push_back({percent / 100.0, fmt::format("{} %", percent)});
    return axis;
}

ChartAxis countAxis(std::string title, double most)
{
    ChartAxis axis;
    axis.title = std::move(title);
    axis.most = most > 0 ? most * 1.08 : 1.0;
    const double step = most > 0 ? roundStep(most, 4) : 1.0;
    for (int i = 0; i * step <= axis.most; ++i)
        axis.ticks.push_back({i * step, chartNumber(i * step)});
    return axis;
}

ChartAxis percentAxis(std::string title, double most)
{
    ChartAxis axis = countAxis(std::move(title), most * 100);
    axis.most /= 100;
    for (ChartTick &tick : axis.ticks) {
        tick.at /= 100;
        tick.text += " %";
    }
    return axis;
}

ChartAxis decadeAxis(std::string title, double least, double most)
{
    ChartAxis axis;
    axis.title = std::move(title);
    axis.scale = ChartScale::Log10;
    const int first = static_cast<int>(std::floor(std::log10(least) + 1e-9));
    const int last = std::max(first + 1, static_cast<int>(std::ceil(std::log10(most) - 1e-9)));
    axis.least = std::pow(10.0, first);
    axis.most = std::pow(10.0, last);
    const int step = std::max(1, (last - first + 5) / 6);
    for (int decade = first; decade <= last; decade += step) {
        const double at = std::pow(10.0, decade);
        axis.ticks.push_back({at, chartNumber(at)});
    }
    return axis;
}

ChartAxis categoryAxis(std::string title, const std::vector<std::string> &names)
{
    ChartAxis axis;
    axis.title = std::move(title);
    axis.least = -0.5;
    axis.most = std::max(0.5, static_cast<double>(names.size()) - 0.5);
    for (std::size_t i = 0; i < names.size(); ++i)
        axis.ticks.push_back({static_cast<double>(i), names[i]});
    return axis;
}

ChartTone seriesTone(std::size_t series)
{
    ChartTone tone;
    tone.kind = ChartTone::Kind::Series;
    tone.series = static_cast<int>(series % seriesColors);
    return tone;
}

ChartTone outcomeTone(Outcome outcome)
{
    ChartTone tone;
    tone.kind = ChartTone::Kind::Outcome;
    tone.outcome = outcome;
    return tone;
}

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
