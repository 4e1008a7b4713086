// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/chart.h"
#include "core/report/figures/figurespec.h"

#include <cstddef>
#include <string>
#include <vector>

namespace loupe {

/// Returns the coordinate of a number for pgfplots. Logarithms are computed here, so all its axes
/// are linear.
double pgfPlace(const ChartAxis &axis, double value);

/// Formats with six digits and without "-0".
std::string pgfNumber(double value);

/// Returns "\fontsize{7}{8.4}\selectfont".
std::string pgfFont(double points);
/// Returns the font of numbers and names at axes: slightly smaller than the spec's, at least 6 pt.
std::string pgfSmallFont(const FigureSpec &spec);

/// Returns the number of panels in a row.
int pgfColumns(const Chart &chart, const FigureSpec &spec);

/// Space of a panel, in points, without its labels.
struct PgfRoom {
    double width = 0.0;
    double height = 0.0;
    bool hasXTitle = true; ///< equal titles appear only at the lowest panels
    bool hasYTitle = true; ///< equal titles appear only at the first column
};
PgfRoom pgfRoom(const Chart &chart, const FigureSpec &spec, std::size_t panel);

/// Returns true if the ticks of an axis contain names, which are slanted.
bool hasPgfNames(const ChartAxis &axis);
/// Returns the step between labelled ticks on an axis of `length` points, so that labels do not
/// overlap.
std::size_t pgfTickStep(const ChartAxis &axis, double length, bool isAlong, const FigureSpec &spec);

/// Returns every `step`-th tick, and all mandatory ones, which replace their neighbours.
std::vector<ChartTick> pgfTicks(const ChartAxis &axis, std::size_t step);

/// Returns true if the labels of a panel's bars fit side by side.
bool doPgfBarLabelsFit(const ChartPanel &panel, const PgfRoom &room, double points);

} // namespace loupe
