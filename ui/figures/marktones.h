// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/chart.h"
#include "ui/figures/chartstyle.h"

#include <QColor>
#include <QPointF>
#include <QRectF>

class QPainter;

namespace loupe::ui {

/// How much of its colour a mark keeps that is not shown().
constexpr double paleShare = 0.25;

/// `share` of a colour on paper.
QColor mixed(const QColor &color, const QColor &paper, double share);
QColor toneColor(const ChartTone &tone, bool isPale, const ChartStyle &style);

/// A box in the colour of a tone: hollow an outline, hatched for what is not judged; hatched as
/// well where there is no colour.
void fillToned(QPainter &painter, const QRectF &box, const ChartTone &tone, bool isPale,
               const ChartStyle &style);

/// What tells a tone apart without colour: of hatching, dashes, symbols.
int patternOf(const ChartTone &tone);

/// A disc with the painter's pen and brush; where there is no colour, a shape of the tone's own.
void paintSymbol(QPainter &painter, const QPointF &at, double radius, const ChartTone &tone,
                 const ChartStyle &style);

} // namespace loupe::ui
