// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/chartlayout.h"

#include <QPainterPath>
#include <QRectF>

#include <vector>

namespace loupe::ui {

/// Where the nodes and flows of a Sankey diagram stand; as long as the panel's lists, empty for
/// what has no size.
struct FlowLayout {
    std::vector<QRectF> nodes;
    std::vector<QPainterPath> flows;
};

/// Columns stand where the x axis says, nodes of a column below each other in their order, all on
/// one scale, as are the flows between them.
FlowLayout layoutFlows(const PlacedPanel &placed, const ChartStyle &style);

} // namespace loupe::ui
