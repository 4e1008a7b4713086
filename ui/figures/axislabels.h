// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/chart.h"

#include <QFontMetricsF>
#include <QString>

#include <vector>

namespace loupe::ui {

/// Where a number lies between the ends of an axis, 0 … 1; outside of it where the number is.
double axisShare(const ChartAxis &axis, double value);
/// The number at a share of the axis: the inverse of axisShare().
double axisValue(const ChartAxis &axis, double share);
/// Whether its ticks name things rather than numbers.
bool hasCategories(const ChartAxis &axis);
bool isSameAxis(const ChartAxis &a, const ChartAxis &b);

/// The labels of an axis that can stand side by side: measured, and where there is no room,
/// shortened, turned or left out.
struct AxisLabels {
    struct Label {
        double share = 0.0; ///< of the axis
        QString text;
        bool isTurned = false; ///< upright by itself: a name among numbers
        bool isKept = false;   ///< stays where others are left out
    };
    std::vector<Label> labels;
    int angle = 0;       ///< degrees counter-clockwise: 0, 45 or 90
    double extent = 0.0; ///< height below a horizontal axis, width beside a vertical one
};

/// Below an axis `length` long; takes at most `most` in height.
AxisLabels horizontalLabels(const ChartAxis &axis, const QFontMetricsF &metrics, double length,
                            double most);
/// Left of an axis `length` long; takes at most `most` in width.
AxisLabels verticalLabels(const ChartAxis &axis, const QFontMetricsF &metrics, double length,
                          double most);

} // namespace loupe::ui
