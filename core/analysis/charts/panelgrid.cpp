// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/panelgrid.h"

#include <algorithm>
#include <cmath>

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

} // namespace loupe
