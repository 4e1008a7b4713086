// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartlimits.h"

#include "core/analysis/charts/chartwords.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

bool isNamed(const ChartAxis &axis)
{
    const auto hasLetters = [](const ChartTick &tick) {
        return std::ranges::count_if(
                   tick.text,
                   [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); })
            > 1;
    };
    return axis.scale == ChartScale::Linear
        && (axis.ticks.empty() || std::ranges::any_of(axis.ticks, hasLetters));
}

bool isAlike(const ChartAxis &a, const ChartAxis &b)
{
    return a.scale == b.scale && a.title == b.title;
}

bool canLimit(const Chart &chart, ChartAxis ChartPanel::*axis)
{
    if (chart.panels.empty())
        return false;
    const ChartPanel &first = chart.panels.front();
    return first.cells.empty() && first.nodes.empty() && !isNamed(first.*axis);
}

bool isPossible(const ChartAxis &axis, const std::optional<double> &limit)
{
    return limit && std::isfinite(*limit) && (axis.scale == ChartScale::Linear || *limit > 0);
}

/// Returns round numbers within the ends, in the format of the ticks that they replace.
std::vector<ChartTick> roundTicks(const ChartAxis &axis)
{
    const bool isPercent = !axis.ticks.empty() && axis.ticks.front().text.ends_with('%');
    const double factor = isPercent ? 100 : 1;
    const double step = roundStep((axis.most - axis.least) * factor, 4) / factor;
    std::vector<ChartTick> out;
    constexpr double slack = 1e-9;
    for (double i = std::ceil(axis.least / step - slack); i * step <= axis.most * (1 + slack); ++i)
        out.push_back({i * step, chartNumber(i * step * factor) + (isPercent ? " %" : "")});
    return out;
}

void limit(ChartAxis &axis, const std::optional<double> &least, const std::optional<double> &most)
{
    ChartAxis cut = axis;
    if (isPossible(axis, least))
        cut.least = *least;
    if (isPossible(axis, most))
        cut.most = *most;
    if (!(cut.least < cut.most) || (cut.least == axis.least && cut.most == axis.most))
        return;
    std::erase_if(cut.ticks,
                  [&](const ChartTick &tick) { return tick.at < cut.least || tick.at > cut.most; });
    // Fewer than two ticks do not show the scale, and a wider axis has no ticks beyond the old
    // ends.
    const bool isWider = cut.least < axis.least || cut.most > axis.most;
    if (cut.ticks.size() < 2 || isWider) {
        cut.ticks = axis.ticks;
        cut.ticks = roundTicks(cut);
    }
    axis = std::move(cut);
}

double onAxis(const ChartAxis &axis, double value)
{
    return axis.scale == ChartScale::Linear ? value : std::log2(value);
}

bool isWithin(const ChartAxis &axis, double value)
{
    return value >= axis.least && value <= axis.most;
}

/// Returns the intersection of a line or step with an end of the x axis.
ChartPoint crossing(const ChartPoint &a, const ChartPoint &b, double at, const ChartPanel &panel,
                    bool isStep)
{
    ChartPoint out = a;
    out.x = at;
    out.mark = {};
    if (isStep)
        return out;
    const double from = onAxis(panel.x, a.x);
    const double share = (onAxis(panel.x, at) - from) / (onAxis(panel.x, b.x) - from);
    const auto between = [share](double low, double high) { return low + share * (high - low); };
    out.y = between(a.y, b.y);
    out.low = a.low && b.low ? std::optional(between(*a.low, *b.low)) : std::nullopt;
    out.high = a.high && b.high ? std::optional(between(*a.high, *b.high)) : std::nullopt;
    return out;
}

void cutLine(ChartLine &line, const ChartPanel &panel)
{
    std::vector<ChartPoint> kept;
    kept.reserve(line.points.size() + 2);
    for (std::size_t i = 0; i < line.points.size(); ++i) {
        const ChartPoint &point = line.points[i];
        for (const double end : {panel.x.least, panel.x.most}) {
            if (i > 0 && line.points[i - 1].x < end && point.x > end)
                kept.push_back(crossing(line.points[i - 1], point, end, panel, line.isStep));
        }
        if (isWithin(panel.x, point.x))
            kept.push_back(point);
    }
    line.points = std::move(kept);
}

void cutMarks(ChartPanel &panel)
{
    std::erase_if(panel.bars, [&](const ChartBar &bar) {
        return bar.to <= panel.x.least || bar.from >= panel.x.most;
    });
    std::erase_if(panel.dots, [&](const ChartDot &dot) {
        return !isWithin(panel.x, dot.x) || !isWithin(panel.y, dot.y);
    });
    std::erase_if(panel.boxes, [&](const ChartBox &box) {
        return box.high < panel.y.least || box.low > panel.y.most;
    });
    for (ChartLine &line : panel.lines)
        cutLine(line, panel);
}

std::string limitsText(const ChartPanel &before, const ChartPanel &after)
{
    std::string out;
    for (const auto &[what, axis] :
         {std::pair("x", &ChartPanel::x), std::pair("y", &ChartPanel::y)}) {
        const ChartAxis &now = after.*axis;
        if ((before.*axis).least != now.least || (before.*axis).most != now.most)
            out += fmt::format(" Axis cut by hand: {} from {:.3g} to {:.3g}.", what, now.least,
                               now.most);
    }
    return out;
}

} // namespace

bool ChartLimits::areOrdered() const
{
    return !(xLeast && xMost && *xLeast >= *xMost) && !(yLeast && yMost && *yLeast >= *yMost);
}

bool canLimitX(const Chart &chart)
{
    return canLimit(chart, &ChartPanel::x);
}

bool canLimitY(const Chart &chart)
{
    return canLimit(chart, &ChartPanel::y);
}

Chart withLimits(Chart chart, const ChartLimits &limits)
{
    const bool hasX = (limits.xLeast || limits.xMost) && canLimitX(chart);
    const bool hasY = (limits.yLeast || limits.yMost) && canLimitY(chart);
    if (!hasX && !hasY)
        return chart;
    const ChartPanel first = chart.panels.front();
    for (ChartPanel &panel : chart.panels) {
        if (hasX && isAlike(panel.x, first.x))
            limit(panel.x, limits.xLeast, limits.xMost);
        if (hasY && isAlike(panel.y, first.y))
            limit(panel.y, limits.yLeast, limits.yMost);
        cutMarks(panel);
    }
    chart.definition += limitsText(first, chart.panels.front());
    return chart;
}

} // namespace loupe
