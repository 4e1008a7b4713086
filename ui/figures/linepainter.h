// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/chartlayout.h"

#include <QPen>

class QPainter;

namespace loupe::ui {

/// How a line of this tone is drawn; dashes tell lines apart where there is no colour.
QPen chartLinePen(const ChartTone &tone, bool isDashed, bool isPale, const ChartStyle &style);

/// The band between low and high of a line's points, where they are given.
void paintBand(QPainter &painter, const PlacedPanel &placed, const ChartLine &line, bool isPale,
               const ChartStyle &style);
/// The line itself, with gaps where a point is no number.
void paintLine(QPainter &painter, const PlacedPanel &placed, const ChartLine &line, bool isPale,
               const ChartStyle &style);

/// A value's height, at an end of the axis where it lies beyond.
double cutY(const PlacedPanel &placed, double value);

} // namespace loupe::ui
