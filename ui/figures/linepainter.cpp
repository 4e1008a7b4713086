// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/linepainter.h"

#include "core/model/saved/chartcolors.h"
#include "ui/figures/marktones.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace loupe::ui {

namespace {

constexpr double bandShare = 0.18;

/// Returns a dash pattern in pen widths.
QList<qreal> greyDashes(int series)
{
    switch (series % 4) {
    case 1:
        return {4, 2};
    case 2:
        return {1, 1.5};
    case 3:
        return {5, 1.5, 1, 1.5};
    default:
        return {};
    }
}

bool hasBand(const ChartPoint &point)
{
    return point.low && point.high && std::isfinite(point.x) && std::isfinite(*point.low)
        && std::isfinite(*point.high);
}

} // namespace

double cutY(const PlacedPanel &placed, double value)
{
    return std::clamp(placed.yOf(value), placed.plot.top(), placed.plot.bottom());
}

QPen chartLinePen(const ChartTone &tone, bool isDashed, bool isPale, const ChartStyle &style)
{
    QPen pen(toneColor(tone, isPale, style), style.lineWidth);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::RoundJoin);
    QList<qreal> dashes;
    const std::span<const double> own = seriesDash(tone.series);
    if (isDashed)
        dashes = {3, 2};
    else if (tone.kind == ChartTone::Kind::Series)
        dashes = QList<qreal>(own.begin(), own.end());
    else if (style.isGrey)
        dashes = greyDashes(patternOf(tone));
    if (!dashes.isEmpty())
        pen.setDashPattern(dashes);
    return pen;
}

void paintBand(QPainter &painter, const PlacedPanel &placed, const ChartLine &line, bool isPale,
               const ChartStyle &style)
{
    QPolygonF upper;
    QPolygonF lower;
    QColor color = toneColor(line.tone, isPale, style);
    color.setAlphaF(bandShare);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    // The band of a line with corners is known at its other points only.
    const bool isStep = line.isStep && std::ranges::none_of(line.points, &ChartPoint::isCorner);
    const auto close = [&] {
        std::reverse(lower.begin(), lower.end());
        if (upper.size() > 1)
            painter.drawPolygon(upper + lower);
        upper.clear();
        lower.clear();
    };
    for (const ChartPoint &point : line.points) {
        if (point.isCorner)
            continue;
        if (!hasBand(point)) {
            close();
            continue;
        }
        const double x = placed.xOf(point.x);
        if (isStep && !upper.isEmpty()) {
            upper.append(QPointF(x, upper.last().y()));
            lower.append(QPointF(x, lower.last().y()));
        }
        upper.append(QPointF(x, cutY(placed, *point.high)));
        lower.append(QPointF(x, cutY(placed, *point.low)));
    }
    close();
}

void paintLine(QPainter &painter, const PlacedPanel &placed, const ChartLine &line, bool isPale,
               const ChartStyle &style)
{
    QPen pen = chartLinePen(line.tone, line.isDashed, isPale, style);
    if (line.isThin)
        pen.setWidthF(pen.widthF() / 2);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    QPolygonF path;
    const auto draw = [&] {
        if (path.size() > 1)
            painter.drawPolyline(path);
        path.clear();
    };
    for (const ChartPoint &point : line.points) {
        if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
            draw();
            continue;
        }
        const QPointF at(placed.xOf(point.x), cutY(placed, point.y));
        if (line.isStep && !path.isEmpty())
            path.append(QPointF(at.x(), path.last().y()));
        path.append(at);
    }
    draw();
}

} // namespace loupe::ui
