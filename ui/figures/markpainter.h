// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/placedmark.h"

#include <span>
#include <vector>

class QPainter;

namespace loupe::ui {

/// Draws the marks of one panel; `marks` has only those. `shown` is as in ChartPainter::paint().
void paintMarks(QPainter &painter, const PlacedPanel &placed, const ChartStyle &style,
                std::span<const PlacedMark> marks, std::size_t firstMark,
                const std::vector<double> &shown);

enum class SwatchKind { Patch, Line, Symbol };

/// Draws a legend sample of the tone.
void paintSwatch(QPainter &painter, const QRectF &box, const ChartTone &tone, SwatchKind kind,
                 const ChartStyle &style);

} // namespace loupe::ui
