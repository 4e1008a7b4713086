// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/textanchor.h"

#include <QPointF>
#include <QString>

class QPainter;

namespace loupe::ui {

/// Draws one line of text whose baseline starts at `left`, on any paint device.
void drawChartText(QPainter &painter, const QPointF &left, const QString &text, TextAnchor anchor);

} // namespace loupe::ui
