// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/charttext.h"

#include "ui/figures/pgfdevice.h"

#include <QPainter>

namespace loupe::ui {

void drawChartText(QPainter &painter, const QPointF &left, const QString &text, TextAnchor anchor)
{
    if (auto *pgf = dynamic_cast<PgfDevice *>(painter.device()))
        pgf->drawText(painter, left, text, anchor);
    else
        painter.drawText(left, text);
}

} // namespace loupe::ui
