// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QString>

#include <cstdint>

class QPainter;

namespace loupe::ui {

/// Point of a text that stays in place if another font makes it narrower.
enum class TextAnchor : std::uint8_t { Left, Middle, Right };

/// Draws one line of text whose baseline starts at `left`, on any paint device.
void drawChartText(QPainter &painter, const QPointF &left, const QString &text, TextAnchor anchor);

} // namespace loupe::ui
