// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/pgflayout.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Width of a letter or digit of Computer Modern, relative to its size.
constexpr double letterWidth = 0.5;

double smallPoints(const FigureSpec &spec)
{
    constexpr double least = 6;
    return std::max(least, spec.fontPoints - 1);
}

/// Counts letters, not bytes: only the first byte of each UTF-8 sequence.
double widthOf(const std::string &text, double points)
{
    const auto letters = std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
    return static_cast<double>(letters) * letterWidth * points;
}

} // namespace

double pgfPlace(const ChartAxis &axis, double value)
{
    constexpr double least = 1e-300;
    switch (axis.scale) {
    case ChartScale::Log2:
        return std::log2(std::max(value, least));
    case ChartScale::Log10:
        return std::log10(std::max(value, least));
    case ChartScale::Linear:
        break;
    }
    return value;
}

std::string pgfNumber(double value)
{
    return fmt::format("{:.6g}", value + 0.0);
}

std::string pgfFont(double points)
{
    return fmt::format("\\fontsize{{{:.3g}}}{{{:.3g}}}\\selectfont", points, points * 1.2);
}

std::string pgfSmallFont(const FigureSpec &spec)
{
    return pgfFont(smallPoints(spec));
}

int pgfColumns(const Chart &chart, const FigureSpec &spec)
{
    const auto panels = static_cast<int>(chart.panels.size());
    if (spec.columns > 0)
        return std::min(spec.columns, panels);
    const double wide = std::sqrt(panels * spec.widthInches / spec.heightInches);
    return std::clamp(static_cast<int>(std::lround(wide)), 1, std::max(1, panels));
}

PgfRoom pgfRoom(const Chart &chart, const FigureSpec &spec, std::size_t panel)
{
    constexpr double points = 72.27; // per inch, in TeX's points
    constexpr double labels = 45;    // constant space that pgfplots reserves for labels
    const auto columns = static_cast<std::size_t>(std::max(1, pgfColumns(chart, spec)));
    const std::size_t rows = (chart.panels.size() + columns - 1) / columns;
    const auto areSame = [&](auto axis) {
        return std::ranges::all_of(chart.panels, [&](const ChartPanel &each) {
            return (each.*axis).title == (chart.panels.front().*axis).title;
        });
    };
    PgfRoom out;
    out.width = spec.widthInches * points / static_cast<double>(columns) - labels;
    out.height
        = spec.heightInches * points / static_cast<double>(std::max<std::size_t>(1, rows)) - labels;
    out.hasXTitle = !areSame(&ChartPanel::x) || panel + columns >= chart.panels.size();
    out.hasYTitle = !areSame(&ChartPanel::y) || panel % columns == 0;
    return out;
}

bool hasPgfNames(const ChartAxis &axis)
{
    const auto isLetter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
    return std::ranges::any_of(axis.ticks, [&](const ChartTick &tick) {
        return std::ranges::count_if(tick.text, isLetter) > 1;
    });
}

std::size_t pgfTickStep(const ChartAxis &axis, double length, bool isAlong, const FigureSpec &spec)
{
    if (axis.ticks.size() < 2)
        return 1;
    const double points = smallPoints(spec);
    const bool isSlanted = isAlong && hasPgfNames(axis);
    // Horizontal labels need their width, slanted or stacked ones their height.
    double needed = points * (isSlanted ? 1.5 : 1.2);
    if (isAlong && !isSlanted) {
        for (const ChartTick &tick : axis.ticks)
            needed = std::max(needed, widthOf(tick.text, points) + points * letterWidth);
    }
    const double apart = std::max(length, 1.0) / static_cast<double>(axis.ticks.size());
    return static_cast<std::size_t>(std::max(1.0, std::ceil(needed / apart)));
}

std::vector<ChartTick> pgfTicks(const ChartAxis &axis, std::size_t step)
{
    const auto isNearKept = [&](std::size_t place) {
        for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
            const std::size_t apart = i > place ? i - place : place - i;
            if (axis.ticks[i].isKept && apart < step)
                return true;
        }
        return false;
    };
    std::vector<ChartTick> out;
    out.reserve(axis.ticks.size());
    for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
        if (axis.ticks[i].isKept || (i % step == 0 && !isNearKept(i)))
            out.push_back(axis.ticks[i]);
    }
    return out;
}

bool doPgfBarLabelsFit(const ChartPanel &panel, const PgfRoom &room, double points)
{
    const double from = pgfPlace(panel.x, panel.x.least);
    const double range = pgfPlace(panel.x, panel.x.most) - from;
    std::vector<std::pair<double, double>> labels; // middle and width
    for (const ChartBar &bar : panel.bars) {
        if (bar.label.empty() || !(range > 0))
            continue;
        const double middle = (pgfPlace(panel.x, bar.from) + pgfPlace(panel.x, bar.to)) / 2;
        labels.emplace_back((middle - from) / range * room.width, widthOf(bar.label, points));
    }
    std::ranges::sort(labels);
    for (std::size_t i = 1; i < labels.size(); ++i) {
        if (labels[i].first - labels[i - 1].first < (labels[i].second + labels[i - 1].second) / 2)
            return false;
    }
    return true;
}

} // namespace loupe
