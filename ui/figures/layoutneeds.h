// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/chart.h"
#include "ui/figures/chartstyle.h"

#include <QSizeF>
#include <QString>

#include <cstddef>
#include <vector>

namespace loupe::ui {

// What the panels of a chart ask of its layout.

bool hasValueCells(const ChartPanel &panel);
bool hasBarLabels(const ChartPanel &panel);
/// Series that are outlines over each other.
bool hasStepBars(const std::vector<ChartPanel> &panels);
/// Lines of several series in one panel; those that compare one with another thing are none.
bool hasSeveralLines(const std::vector<ChartPanel> &panels);
std::size_t mostStrips(const std::vector<ChartPanel> &panels);

/// "A  name": the letter stands at the line as well.
QString legendText(const ChartLegendEntry &entry, const ChartStyle &style, bool hasLetters);
QString panelTitle(const ChartPanel &panel, const ChartStyle &style, std::size_t place);

/// The number of columns whose panels come nearest to a pleasant shape without empty places.
int bestColumns(int panels, const QSizeF &room, double leastWidth);

} // namespace loupe::ui
