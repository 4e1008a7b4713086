// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/chart.h"

#include <QFontMetricsF>
#include <QString>

#include <vector>

namespace loupe::ui {

/// Returns the position of a number on an axis as a share from 0 to 1; outside of that beyond its
/// ends.
double axisShare(const ChartAxis &axis, double value);
/// Returns the number at a share of the axis; inverse of axisShare().
double axisValue(const ChartAxis &axis, double share);
/// Returns true if the ticks have names instead of numbers.
bool hasCategories(const ChartAxis &axis);
bool isSameAxis(const ChartAxis &a, const ChartAxis &b);

/// Labels of an axis that fit side by side: shortened, turned or left out if needed.
struct AxisLabels {
    struct Label {
        double share = 0.0; ///< position on the axis
        QString text;
        bool isTurned = false; ///< turned by 90°: a name among numbers
        bool isKept = false;   ///< never left out
    };
    std::vector<Label> labels;
    int angle = 0;       ///< degrees counter-clockwise: 0, 45 or 90
    double extent = 0.0; ///< height below a horizontal axis, width left of a vertical one
};

/// Places labels below an axis of length `length`, at most `most` high.
AxisLabels horizontalLabels(const ChartAxis &axis, const QFontMetricsF &metrics, double length,
                            double most);
/// Places labels left of an axis of length `length`, at most `most` wide.
AxisLabels verticalLabels(const ChartAxis &axis, const QFontMetricsF &metrics, double length,
                          double most);

} // namespace loupe::ui
