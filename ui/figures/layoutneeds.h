// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/chart.h"
#include "ui/figures/chartstyle.h"

#include <QSizeF>
#include <QString>

#include <cstddef>
#include <vector>

namespace loupe::ui {

// Properties of panels that the layout depends on.

bool hasValueCells(const ChartPanel &panel);
bool hasBarLabels(const ChartPanel &panel);
/// Returns true if series are outlines that overlap.
bool hasStepBars(const std::vector<ChartPanel> &panels);
/// Returns true if a panel has lines of several series; reference lines do not count.
bool hasSeveralLines(const std::vector<ChartPanel> &panels);
std::size_t maxStrips(const std::vector<ChartPanel> &panels);

/// Returns "A  name" if the letter is also shown at the line.
QString legendText(const ChartLegendEntry &entry, const ChartStyle &style, bool hasLetters);
QString panelTitle(const ChartPanel &panel, const ChartStyle &style, std::size_t place);

/// Returns the number of columns that gives panels a good aspect ratio with few empty cells.
int bestColumns(int panels, const QSizeF &room, double minWidth);

} // namespace loupe::ui
