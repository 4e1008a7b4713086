// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/chart.h"
#include "ui/figures/chartlayout.h"

#include <QPainterPath>
#include <QRectF>

#include <vector>

namespace loupe::ui {

enum class MarkKind { Strip, Cell, Bar, Box, Point, Dot, Flow, Node };

/// Where one mark of a chart was drawn, and which one it is.
struct PlacedMark {
    MarkKind kind = MarkKind::Bar;
    std::size_t panel = 0;
    std::size_t line = 0;  ///< of a Point its line's, of a Strip its strip's place in the panel
    std::size_t index = 0; ///< in the panel's list of its kind, in its line or strip
    QRectF box;
    QPainterPath outline; ///< of a Flow; empty: the box
    const ChartMark *mark = nullptr;

    bool contains(const QPointF &position) const
    {
        return outline.isEmpty() ? box.contains(position) : outline.contains(position);
    }
};

/// The marks of one panel in the order in which they are drawn. Those with a value that is no
/// finite number have no place.
void placeMarks(const PlacedPanel &placed, std::size_t panel, const ChartStyle &style,
                std::vector<PlacedMark> &out);

} // namespace loupe::ui
