// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/steppainter.h"

#include "core/report/figures/stepoutlines.h"
#include "ui/figures/linepainter.h"
#include "ui/figures/marktones.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>

namespace loupe::ui {

void paintStripSwatches(QPainter &painter, const PlacedPanel &placed, const ChartStyle &style)
{
    const auto &strips = placed.panel->strips;
    for (std::size_t i = 0; i < strips.size() && strips.size() > 1; ++i) {
        if (strips[i].n > 0)
            painter.fillRect(placed.stripSwatch(i), style.color(strips[i].tone));
    }
}

void paintStripPart(QPainter &painter, const QRectF &box, const ChartTone &tone, double share,
                    const ChartStyle &style)
{
    // Leaves a thin gap between parts if they are wide enough.
    const double gap = std::min(style.axisWidth / 2, box.width() / 4);
    QRectF part = box.adjusted(0, 0, -gap, 0);
    if (share < 1.0)
        fillToned(painter, part, tone, true, style);
    part.setWidth(part.width() * share);
    if (share > 0.0)
        fillToned(painter, part, tone, false, style);
}

void paintStepFill(QPainter &painter, const QRectF &box, const ChartTone &tone, bool isPicked,
                   const ChartStyle &style)
{
    if (tone.series != 0 && !isPicked)
        return;
    QColor fill = style.color(tone);
    fill.setAlphaF(isPicked ? 0.35F : 0.13F);
    painter.fillRect(box, fill);
}

void paintStepOutlines(QPainter &painter, const PlacedPanel &placed, const ChartStyle &style)
{
    painter.setBrush(Qt::NoBrush);
    for (const StepOutline &outline : stepOutlines(*placed.panel)) {
        QPolygonF path;
        path.reserve(static_cast<qsizetype>(outline.corners.size()));
        for (const StepOutline::Corner &corner : outline.corners)
            path.append(
                QPointF(std::clamp(placed.xOf(corner.x), placed.plot.left(), placed.plot.right()),
                        cutY(placed, corner.y)));
        painter.setPen(chartLinePen(outline.tone, false, false, style));
        painter.drawPolyline(path);
    }
}

} // namespace loupe::ui
