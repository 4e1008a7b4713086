// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/chart.h"
#include "ui/figures/chartstyle.h"

#include <QColor>
#include <QPointF>
#include <QRectF>

class QPainter;

namespace loupe::ui {

/// Share of its colour that a dimmed mark keeps.
constexpr double paleShare = 0.25;

/// Blends `share` of a colour with paper.
QColor mixed(const QColor &color, const QColor &paper, double share);
QColor toneColor(const ChartTone &tone, bool isPale, const ChartStyle &style);

/// Draws lines over a filled box, to distinguish it without colour; pattern 0 has none. Qt's
/// pattern brushes are too fine for paper.
void paintHatching(QPainter &painter, const QRectF &box, int pattern, const QColor &color,
                   double step, double lineWidth);

/// Fills a box in the colour of a tone. Hollow tones are outlines; tones without a verdict, and all
/// tones without colour, are hatched.
void fillToned(QPainter &painter, const QRectF &box, const ChartTone &tone, bool isPale,
               const ChartStyle &style);

/// Returns the index of the hatching, dashes or symbol that identifies a tone without colour.
int patternOf(const ChartTone &tone);

/// Draws a disc with the painter's pen and brush; without colour, the shape of the tone.
void paintSymbol(QPainter &painter, const QPointF &at, double radius, const ChartTone &tone,
                 const ChartStyle &style);

} // namespace loupe::ui
