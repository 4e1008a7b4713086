// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/charts/panelgrid.h"
#include "core/model/chart.h"

namespace loupe::ui {

class ChartPages;
class Theme;

// How much room a chart asks for on a screen.

/// The least size at which a panel with its title, strips and labels is read.
PanelSize leastPanelSize(const Chart &chart, const Theme &theme);
double legendRoom(const Chart &chart, const Theme &theme);

struct HeightRange {
    int least = 0;
    int most = 0;
};
/// The heights at which a chart of that width is comfortable: maps have as much as their rows need,
/// few panels no more than suits them.
HeightRange comfortableHeights(const ChartPages &pages, int width, const Theme &theme);

} // namespace loupe::ui
