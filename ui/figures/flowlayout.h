// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/chartlayout.h"

#include <QPainterPath>
#include <QRectF>

#include <vector>

namespace loupe::ui {

/// Shapes of the nodes and flows of a Sankey diagram, parallel to the panel's lists; empty for
/// those of size 0.
struct FlowLayout {
    std::vector<QRectF> nodes;
    std::vector<QPainterPath> flows;
};

/// Places nodes in columns by the x axis, in order from the top; all nodes and flows have the same
/// scale.
FlowLayout layoutFlows(const PlacedPanel &placed, const ChartStyle &style);

} // namespace loupe::ui
