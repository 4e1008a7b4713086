// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>

class QPainter;

namespace loupe::ui {

/// Number of patterns; 0 means no hatching.
constexpr int hatchPatterns = 4;

/// Draws lines over a filled box, to distinguish it without colour. Qt's pattern brushes are too
/// fine for paper.
void paintHatching(QPainter &painter, const QRectF &box, int pattern, const QColor &color,
                   double step, double lineWidth);

} // namespace loupe::ui
