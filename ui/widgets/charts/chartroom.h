// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/charts/panelgrid.h"
#include "core/model/saved/chart.h"

namespace loupe::ui {

class ChartPages;
class Theme;

// Preferred size of a chart on a screen.

/// Returns the minimum size of a readable panel with title, strips and labels.
PanelSize minPanelSize(const Chart &chart, const Theme &theme);
/// Returns the size from which on panels show their titles and notes whole. Sentences may be cut.
PanelSize wholeTextPanelSize(const Chart &chart, const Theme &theme);
double legendRoom(const Chart &chart, const Theme &theme);

struct HeightRange {
    int least = 0;
    int most = 0;
};
/// Returns the comfortable heights of a chart of that width: for maps the height of their rows, and
/// limited for few panels.
HeightRange comfortableHeights(const ChartPages &pages, int width, const Theme &theme);

} // namespace loupe::ui
