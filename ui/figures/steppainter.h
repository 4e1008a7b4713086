// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/chartstyle.h"
#include "ui/figures/placedpanel.h"

class QPainter;

namespace loupe::ui {

// Series that lie over each other in a histogram, and the strips above its plot.

/// Which series a strip is of; one alone needs no name.
void paintStripSwatches(QPainter &painter, const PlacedPanel &placed, const ChartStyle &style);
void paintStripPart(QPainter &painter, const QRectF &box, const ChartTone &tone, bool isPale,
                    const ChartStyle &style);
/// The first series is filled, the others only where they are picked: their outlines show them.
void paintStepFill(QPainter &painter, const QRectF &box, const ChartTone &tone, bool isPicked,
                   const ChartStyle &style);
void paintStepOutlines(QPainter &painter, const PlacedPanel &placed, const ChartStyle &style);

} // namespace loupe::ui
