// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/chartstyle.h"
#include "ui/figures/placedpanel.h"

class QPainter;

namespace loupe::ui {

// Paints overlapping series of a histogram, and the strips above its plot.

/// Draws the series' swatch at each strip, unless there is only one strip.
void paintStripSwatches(QPainter &painter, const PlacedPanel &placed, const ChartStyle &style);
/// Paints the left `share` of a part in its full colour, and the rest pale.
void paintStripPart(QPainter &painter, const QRectF &box, const ChartTone &tone, double share,
                    const ChartStyle &style);
/// Fills the first series; others only if picked, because their outlines show them.
void paintStepFill(QPainter &painter, const QRectF &box, const ChartTone &tone, bool isPicked,
                   const ChartStyle &style);
void paintStepOutlines(QPainter &painter, const PlacedPanel &placed, const ChartStyle &style);

} // namespace loupe::ui
