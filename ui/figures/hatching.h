// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>

class QPainter;

namespace loupe::ui {

/// How many patterns there are; 0 is none.
constexpr int hatchPatterns = 4;

/// Lines over a filled box so that it is told apart without colour: real lines, because the pattern
/// brushes of Qt are too fine for paper.
void paintHatching(QPainter &painter, const QRectF &box, int pattern, const QColor &color,
                   double step, double lineWidth);

} // namespace loupe::ui
