// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/chartlayout.h"

#include <QPen>

class QPainter;

namespace loupe::ui {

/// Returns the pen of a line; without colour, dashes distinguish the lines.
QPen chartLinePen(const ChartTone &tone, bool isDashed, bool isPale, const ChartStyle &style);

/// Draws the band between low and high of a line's points, if they have them.
void paintBand(QPainter &painter, const PlacedPanel &placed, const ChartLine &line, bool isPale,
               const ChartStyle &style);
/// Draws the line, with gaps at points that are not numbers.
void paintLine(QPainter &painter, const PlacedPanel &placed, const ChartLine &line, bool isPale,
               const ChartStyle &style);

/// Returns a value's y position, clamped to the axis.
double cutY(const PlacedPanel &placed, double value);

} // namespace loupe::ui
