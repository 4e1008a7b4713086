// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/hatching.h"

#include <QPainter>

#include <cmath>

namespace loupe::ui {

namespace {

/// Draws lines y = slope * x + c through the box, `step` apart. They are clipped here, because clip
/// paths make files large.
void hatchDiagonally(QPainter &painter, const QRectF &box, double slope, double step)
{
    // Offsets are multiples of the step, so that the lines of neighbouring boxes line up.
    const double low = slope > 0 ? box.top() - box.right() : box.top() + box.left();
    const double high = slope > 0 ? box.bottom() - box.left() : box.bottom() + box.right();
    for (int i = static_cast<int>(std::ceil(low / step)); i * step < high; ++i) {
        const double c = i * step;
        const auto yAt = [&](double x) { return slope * x + c; };
        const auto xAt = [&](double y) { return (y - c) / slope; };
        double from = box.left();
        double to = box.right();
        const double atTop = xAt(box.top());
        const double atBottom = xAt(box.bottom());
        from = std::max(from, std::min(atTop, atBottom));
        to = std::min(to, std::max(atTop, atBottom));
        if (to > from)
            painter.drawLine(QPointF(from, yAt(from)), QPointF(to, yAt(to)));
    }
}

void hatchLevel(QPainter &painter, const QRectF &box, double step)
{
    for (int i = static_cast<int>(std::ceil(box.top() / step)); i * step < box.bottom(); ++i)
        painter.drawLine(QPointF(box.left(), i * step), QPointF(box.right(), i * step));
}

} // namespace

void paintHatching(QPainter &painter, const QRectF &box, int pattern, const QColor &color,
                   double step, double lineWidth)
{
    if (pattern % hatchPatterns == 0 || box.isEmpty() || !(step > 0))
        return;
    painter.setPen(QPen(color, lineWidth));
    switch (pattern % hatchPatterns) {
    case 1:
        hatchDiagonally(painter, box, -1.0, step);
        break;
    case 2:
        hatchLevel(painter, box, step);
        break;
    default:
        hatchDiagonally(painter, box, 1.0, step);
        break;
    }
}

} // namespace loupe::ui
