// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/marktones.h"

#include <QPainter>
#include <QPolygonF>

#include <cmath>

namespace loupe::ui {

namespace {

/// Number of patterns; 0 means no hatching.
constexpr int hatchPatterns = 4;

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

/// Draws an outline with hatching, for values without a verdict.
void hatchBox(QPainter &painter, const QRectF &box, const QColor &color, const ChartStyle &style)
{
    painter.fillRect(box, style.paper);
    paintHatching(painter, box, 1, color, style.unit * 0.4, style.axisWidth);
    painter.setPen(QPen(color, style.axisWidth));
    painter.setBrush(Qt::NoBrush);
    const double half = style.axisWidth / 2;
    painter.drawRect(box.adjusted(half, half, -half, -half));
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

QColor mixed(const QColor &color, const QColor &paper, double share)
{
    const auto mix = [share](int a, int b) {
        return static_cast<int>(std::lround(a * share + b * (1 - share)));
    };
    return QColor(mix(color.red(), paper.red()), mix(color.green(), paper.green()),
                  mix(color.blue(), paper.blue()));
}

QColor toneColor(const ChartTone &tone, bool isPale, const ChartStyle &style)
{
    const QColor full = style.color(tone);
    return isPale ? mixed(full, style.paper, paleShare) : full;
}

void fillToned(QPainter &painter, const QRectF &box, const ChartTone &tone, bool isPale,
               const ChartStyle &style)
{
    const QColor color = toneColor(tone, isPale, style);
    if (tone.isHatched) {
        hatchBox(painter, box, color, style);
        return;
    }
    if (tone.isHollow) {
        const double half = style.lineWidth / 2;
        painter.setPen(QPen(color, style.lineWidth));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(half, half, -half, -half));
        return;
    }
    painter.fillRect(box, color);
    if (style.isGrey)
        paintHatching(painter, box, patternOf(tone), style.paper, style.unit * 0.5,
                      style.axisWidth);
}

int patternOf(const ChartTone &tone)
{
    switch (tone.kind) {
    case ChartTone::Kind::Series:
        return std::max(0, tone.series);
    case ChartTone::Kind::Slower:
        return 1;
    case ChartTone::Kind::Outcome:
        return static_cast<int>(tone.outcome);
    default:
        return 0;
    }
}

void paintSymbol(QPainter &painter, const QPointF &at, double radius, const ChartTone &tone,
                 const ChartStyle &style)
{
    const QRectF box(at - QPointF(radius, radius), at + QPointF(radius, radius));
    const QPointF top(at.x(), box.top());
    switch (style.isGrey ? patternOf(tone) % 4 : 0) {
    case 1:
        painter.drawRect(box.adjusted(radius / 8, radius / 8, -radius / 8, -radius / 8));
        break;
    case 2:
        painter.drawPolygon(QPolygonF({top, box.bottomRight(), box.bottomLeft()}));
        break;
    case 3:
        painter.drawPolygon(
            QPolygonF({top, QPointF(box.right(), at.y()), QPointF(at.x(), box.bottom()),
                       QPointF(box.left(), at.y())}));
        break;
    default:
        painter.drawEllipse(box);
        break;
    }
}

} // namespace loupe::ui
