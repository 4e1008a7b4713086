// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/verdict/verdict.h"

#include <QRectF>

class QColor;
class QPainter;

namespace loupe::ui {

class Theme;

/// Paints the outcome's shape (● ◆ ■ ▲ ◷ – ○ ◇) centred in `box` in the outcome's colour. It is
/// drawn, so that it does not depend on installed fonts.
void paintOutcomeShape(QPainter &painter, const QRectF &box, Outcome outcome, const Theme &theme);
/// Paints the shape in another colour, with lines of at least `lineWidth`.
void paintOutcomeShape(QPainter &painter, const QRectF &box, Outcome outcome, const QColor &color,
                       double lineWidth = 1.0);

} // namespace loupe::ui
