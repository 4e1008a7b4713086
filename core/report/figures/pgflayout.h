// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/chart.h"
#include "core/report/figures/figurespec.h"

#include <cstddef>
#include <string>
#include <vector>

namespace loupe {

/// A number as pgfplots shall place it: logarithms are taken here, the axes are all linear.
double pgfPlace(const ChartAxis &axis, double value);

/// Six digits, and no "-0".
std::string pgfNumber(double value);

/// "\fontsize{7}{8.4}\selectfont"
std::string pgfFont(double points);
/// Of numbers and names beside axes: a little smaller than the spec's, and never below 6 pt.
std::string pgfSmallFont(const FigureSpec &spec);

/// Panels in a row.
int pgfColumns(const Chart &chart, const FigureSpec &spec);

/// What a panel has, in points, without its labels.
struct PgfRoom {
    double width = 0.0;
    double height = 0.0;
    bool hasXTitle = true; ///< equal ones stand at the lowest panels alone
    bool hasYTitle = true; ///< equal ones stand at the first column alone
};
PgfRoom pgfRoom(const Chart &chart, const FigureSpec &spec, std::size_t panel);

/// Whether the ticks of an axis are names or hold one: these stand slanted.
bool hasPgfNames(const ChartAxis &axis);
/// Every so many ticks of an axis that is `length` points long are labelled, so that labels do not
/// lie on each other.
std::size_t pgfTickStep(const ChartAxis &axis, double length, bool isAlong, const FigureSpec &spec);

/// Those ticks: every so many, and all that are kept, which push their neighbours out.
std::vector<ChartTick> pgfTicks(const ChartAxis &axis, std::size_t step);

/// Whether the labels of a panel's bars have room beside each other.
bool doPgfBarLabelsFit(const ChartPanel &panel, const PgfRoom &room, double points);

} // namespace loupe
