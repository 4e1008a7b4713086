// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/saved/chart.h"

#include <cstddef>
#include <string>

namespace loupe {

struct PanelSize {
    double width = 0.0;
    double height = 0.0;
};

/// Grid of small multiples, as many as are readable together.
struct PanelGrid {
    int columns = 1;
    int rows = 1;
    int shown = 0; ///< number of panels on this page; the others are on other pages
};

/// Returns the grid for `panels` panels in `room`. No panel is smaller than `least`, unless
/// `room` itself is smaller. `columns` sets the number of columns; 0 selects the one with the best
/// aspect ratio.
PanelGrid panelGrid(int panels, const PanelSize &room, const PanelSize &least, int columns = 0);

/// Returns at most `count` panels of a chart from `first` on, with title, definition and legend
/// unchanged.
Chart chartPage(const Chart &chart, std::size_t first, std::size_t count);

/// Describes the panels after those shown: "10 smaller categories, n 33". If none follow, describes
/// those before: "15 larger categories, n 217". Returns an empty string if all are shown.
std::string restText(const Chart &chart, std::size_t first, std::size_t count);

} // namespace loupe
