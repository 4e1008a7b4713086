// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/chart.h"

#include <optional>

namespace loupe {

/// Ends of axes that somebody chose in place of those that suit the numbers. They are those of the
/// first panel's axes, and of all that are like these.
struct ChartLimits {
    std::optional<double> xLeast;
    std::optional<double> xMost;
    std::optional<double> yLeast;
    std::optional<double> yMost;

    bool isAny() const { return xLeast || xMost || yLeast || yMost; }
    /// Whether no least is at or above its most.
    bool areOrdered() const;
    bool operator==(const ChartLimits &) const = default;
};

/// Whether the numbers of an axis have an order and distances, so that it can be cut: names, maps
/// and flows have not.
bool canLimitX(const Chart &chart);
bool canLimitY(const Chart &chart);

/// The chart between those limits: marks wholly outside are gone, lines are cut where they cross
/// the ends of the x axis, and the definition says so. A limit that an axis cannot have (none above
/// 0 on a logarithmic one) is as if it were not there.
Chart withLimits(Chart chart, const ChartLimits &limits);

} // namespace loupe
