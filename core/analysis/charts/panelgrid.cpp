// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/panelgrid.h"

#include "core/base/counted.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>

namespace loupe {

namespace {

int rowsOf(int panels, int columns)
{
    return (panels + columns - 1) / columns;
}

/// Returns a penalty for the deviation from the preferred aspect ratio and for empty cells.
double awkwardness(int panels, int columns, const PanelSize &room)
{
    constexpr double pleasant = 1.25;
    const int rows = rowsOf(panels, columns);
    const double shape = room.width / columns / std::max(room.height / rows, 1e-3);
    const double empty = static_cast<double>(columns * rows - panels) / (columns * rows);
    return std::abs(std::log(shape / pleasant)) + 1.5 * empty;
}

int fitting(double room, double least)
{
    return std::max(1, static_cast<int>(room / std::max(least, 1e-3)));
}

} // namespace

PanelGrid panelGrid(int panels, const PanelSize &room, const PanelSize &least, int columns)
{
    const int maxColumns = columns > 0 ? columns : fitting(room.width, least.width);
    const int maxRows = fitting(room.height, least.height);
    PanelGrid out;
    out.shown = std::min(panels, maxColumns * maxRows);
    if (out.shown == 0)
        return out;
    out.columns = std::min(maxColumns, out.shown);
    for (int each = out.columns - 1; each >= 1 && columns == 0; --each) {
        if (rowsOf(out.shown, each) <= maxRows
            && awkwardness(out.shown, each, room) < awkwardness(out.shown, out.columns, room))
            out.columns = each;
    }
    out.rows = rowsOf(out.shown, out.columns);
    return out;
}

namespace {

using Panels = std::span<const ChartPanel>;

int sumOf(Panels panels)
{
    return std::accumulate(panels.begin(), panels.end(), 0,
                           [](int sum, const ChartPanel &panel) { return sum + panel.n; });
}

/// Returns true if no panel of `first` is smaller than any of `second`.
bool areLarger(Panels first, Panels second)
{
    const auto n = [](const ChartPanel &panel) { return panel.n; };
    return std::ranges::min(first, {}, n).n >= std::ranges::max(second, {}, n).n;
}

} // namespace

Chart chartPage(const Chart &chart, std::size_t first, std::size_t count)
{
    const Panels all(chart.panels);
    const std::size_t from = std::min(first, all.size());
    const Panels shown = all.subspan(from, std::min(count, all.size() - from));
    Chart out;
    out.title = chart.title;
    out.definition = chart.definition;
    out.legend = chart.legend;
    out.panelsOf = chart.panelsOf;
    out.n = chart.n;
    out.panels.assign(shown.begin(), shown.end());
    return out;
}

std::string restText(const Chart &chart, std::size_t first, std::size_t count)
{
    const Panels all(chart.panels);
    const std::size_t from = std::min(first, all.size());
    const std::size_t to = from + std::min(count, all.size() - from);
    if ((from == 0 && to == all.size()) || from == to)
        return {};
    const bool doFollow = to < all.size();
    const Panels rest = doFollow ? all.subspan(to) : all.first(from);
    const Panels shown = all.subspan(from, to - from);
    const int n = sumOf(rest);
    std::string what = "more ";
    if (n > 0 && doFollow && areLarger(shown, rest))
        what = "smaller ";
    else if (n > 0 && !doFollow && areLarger(rest, shown))
        what = "larger ";
    const std::string out = groupedDigits(static_cast<std::int64_t>(rest.size())) + " " + what
        + (chart.panelsOf.empty() ? "panels" : chart.panelsOf);
    return n > 0 ? out + ", n " + groupedDigits(n) : out;
}

} // namespace loupe
