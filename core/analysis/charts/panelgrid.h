// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace loupe {

struct PanelSize {
    double width = 0.0;
    double height = 0.0;
};

/// Small multiples beside and below each other, as many as are readable together.
struct PanelGrid {
    int columns = 1;
    int rows = 1;
    int shown = 0; ///< of the panels; the others have their turn on other pages
};

/// The grid for `panels` panels in a room, none of them smaller than `least` unless the room itself
/// is; `columns` beside each other, or as many as give them a pleasant shape.
PanelGrid panelGrid(int panels, const PanelSize &room, const PanelSize &least, int columns = 0);

} // namespace loupe
