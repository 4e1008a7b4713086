// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/verdict.h"

#include <QRectF>

class QColor;
class QPainter;

namespace loupe::ui {

class Theme;

/// Paints the outcome's shape (● ◆ ■ ▲ ◷ – ○ ◇) centred in `box` in the outcome's colour. Drawn,
/// not text, so that it looks the same whatever fonts are installed.
void paintOutcomeShape(QPainter &painter, const QRectF &box, Outcome outcome, const Theme &theme);
/// The same in a colour of the caller's; its lines are `lineWidth` wide at least.
void paintOutcomeShape(QPainter &painter, const QRectF &box, Outcome outcome, const QColor &color,
                       double lineWidth = 1.0);

} // namespace loupe::ui
