// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/chart.h"
#include "ui/figures/chartlayout.h"

#include <QPainterPath>
#include <QRectF>

#include <vector>

namespace loupe::ui {

enum class MarkKind { Strip, Cell, Bar, Box, Point, Dot, Flow, Node };

/// Mark of a chart with its position.
struct PlacedMark {
    MarkKind kind = MarkKind::Bar;
    std::size_t panel = 0;
    std::size_t line = 0;  ///< index of a Point's line or a Strip's strip in the panel
    std::size_t index = 0; ///< in the panel's list of its kind, or in its line or strip
    QRectF box;
    QPainterPath outline; ///< for a Flow; empty: the box
    const ChartMark *mark = nullptr;

    bool contains(const QPointF &position) const
    {
        return outline.isEmpty() ? box.contains(position) : outline.contains(position);
    }
};

/// Appends the marks of one panel in drawing order. Marks with a value that is not finite are
/// skipped.
void placeMarks(const PlacedPanel &placed, std::size_t panel, const ChartStyle &style,
                std::vector<PlacedMark> &out);

} // namespace loupe::ui
