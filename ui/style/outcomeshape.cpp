// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/outcomeshape.h"

#include "ui/style/theme.h"

#include <QPainter>
#include <QPolygonF>

namespace loupe::ui {

namespace {

QPolygonF diamond(const QRectF &box)
{
    const QPointF c = box.center();
    return QPolygonF({QPointF(c.x(), box.top()), QPointF(box.right(), c.y()),
                      QPointF(c.x(), box.bottom()), QPointF(box.left(), c.y())});
}

QPolygonF triangle(const QRectF &box)
{
    return QPolygonF({QPointF(box.center().x(), box.top()), box.bottomRight(), box.bottomLeft()});
}

void paintClock(QPainter &painter, const QRectF &box)
{
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(box);
    painter.drawLine(box.center(), QPointF(box.center().x(), box.top() + box.height() * 0.2));
    painter.drawLine(box.center(), QPointF(box.right() - box.width() * 0.22, box.center().y()));
}

void paintFlag(QPainter &painter, const QRectF &box)
{
    painter.drawLine(box.topLeft(), box.bottomLeft());
    painter.drawPolygon(
        QPolygonF({box.topLeft(), QPointF(box.right(), box.top() + box.height() * 0.3),
                   QPointF(box.left(), box.top() + box.height() * 0.6)}));
}

} // namespace

void paintOutcomeShape(QPainter &painter, const QRectF &box, Outcome outcome, const Theme &theme)
{
    paintOutcomeShape(painter, box, outcome, theme.color(outcome));
}

void paintOutcomeShape(QPainter &painter, const QRectF &box, Outcome outcome, const QColor &color,
                       double lineWidth)
{
    const double side = std::min(box.width(), box.height());
    QRectF square(0, 0, side, side);
    square.moveCenter(box.center());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, std::max(lineWidth, side / 8)));
    painter.setBrush(color);
    const QRectF inner = square.adjusted(side * 0.08, side * 0.08, -side * 0.08, -side * 0.08);
    switch (outcome) {
    case Outcome::Correct:
        painter.drawEllipse(inner);
        break;
    case Outcome::Wrong:
        painter.drawPolygon(diamond(inner));
        break;
    case Outcome::NoBuild:
        painter.drawRect(inner.adjusted(side * 0.06, side * 0.06, -side * 0.06, -side * 0.06));
        break;
    case Outcome::Crash:
        painter.drawPolygon(triangle(inner));
        break;
    case Outcome::Timeout:
        paintClock(painter, inner);
        break;
    case Outcome::Skipped:
        painter.drawLine(QPointF(inner.left(), inner.center().y()),
                         QPointF(inner.right(), inner.center().y()));
        break;
    case Outcome::Flagged:
        paintFlag(painter, inner);
        break;
    case Outcome::Unknown:
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(inner);
        break;
    case Outcome::InfraError:
        painter.setBrush(Qt::NoBrush);
        painter.drawPolygon(diamond(inner));
        break;
    }
    painter.restore();
}

} // namespace loupe::ui
