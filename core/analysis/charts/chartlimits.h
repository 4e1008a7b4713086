// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/saved/chart.h"

#include <optional>

namespace loupe {

/// User-defined ends of axes, in place of those derived from the data. They apply to the first
/// panel's axes and to all axes equal to these.
struct ChartLimits {
    std::optional<double> xLeast;
    std::optional<double> xMost;
    std::optional<double> yLeast;
    std::optional<double> yMost;

    bool isAny() const { return xLeast || xMost || yLeast || yMost; }
    /// Returns true if each minimum is below its maximum.
    bool areOrdered() const;
    bool operator==(const ChartLimits &) const = default;
};

/// Return true if the axis is numeric, so that it can be cut. Names, maps and flows cannot be cut.
bool canLimitX(const Chart &chart);
bool canLimitY(const Chart &chart);

/// Returns the chart within those limits. Marks outside are removed, lines are cut at the ends of
/// the x axis, and the definition mentions it. An impossible limit is ignored (one that is not
/// above 0 on a logarithmic axis).
Chart withLimits(Chart chart, const ChartLimits &limits);

} // namespace loupe
