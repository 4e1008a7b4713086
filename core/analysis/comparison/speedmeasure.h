// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"
#include "core/model/record/metricrow.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace loupe {

/// Measure by which the speeds of two sides are compared.
enum class SpeedMeasure {
    Speedups, ///< over one baseline, on one device
    Times,    ///< milliseconds per call
    Gains,    ///< speedups over one kind of baseline, each side on its own device
    Nothing,  ///< only outcomes are compared
};
std::string_view name(SpeedMeasure measure); ///< "speedups", "times" …
/// Returns nullopt for an unknown name.
std::optional<SpeedMeasure> speedMeasureFromName(std::string_view text);

/// Returns the row's speedup or milliseconds, whichever the measure uses, if it is correct.
std::optional<double> measuredSpeed(const MetricRow &row, SpeedMeasure measure);

/// Returns how many times as fast the other side is; above 1 if faster.
double speedRatio(double baseline, double other, SpeedMeasure measure);

/// Returns the conditions that must be equal on both sides for a valid ratio. Devices that are
/// compared by times may differ.
std::vector<GroupBy> conditionsOf(SpeedMeasure measure, bool areDevicesCompared);

/// Returns the default measure. It is Speedups if at least half of the tasks with times on both
/// sides have speedups on both, else Times. For a comparison of devices it is Times, else Gains.
SpeedMeasure usualMeasure(std::span<const MetricRow> first, std::span<const MetricRow> second,
                          bool areDevicesCompared);

} // namespace loupe
