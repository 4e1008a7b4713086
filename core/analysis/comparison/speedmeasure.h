// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"
#include "core/model/metricrow.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace loupe {

/// What the speeds of two sides are held against each other by.
enum class SpeedMeasure {
    Speedups, ///< over one baseline, on one device
    Times,    ///< milliseconds a call
    Gains,    ///< speedups over one kind of baseline, each side on a device of its own
    Nothing,  ///< outcomes alone are compared
};
std::string_view name(SpeedMeasure measure); ///< "speedups", "times" …
/// nullopt for anything that is no name of one.
std::optional<SpeedMeasure> speedMeasureFromName(std::string_view text);

/// What a row enters a ratio with, if it is correct: its speedup or its milliseconds.
std::optional<double> measuredSpeed(const MetricRow &row, SpeedMeasure measure);

/// How many times as fast the other is; above 1: faster.
double speedRatio(double baseline, double other, SpeedMeasure measure);

/// What must be equal on both sides for a ratio to say something of the kernels. Devices that are
/// held against each other by their times differ by intent.
std::vector<GroupBy> conditionsOf(SpeedMeasure measure, bool areDevicesCompared);

/// Speedups where at least half of the tasks that both sides have times of have them on both, else
/// times; of devices that are held against each other times, else what is gained on each.
SpeedMeasure usualMeasure(std::span<const MetricRow> first, std::span<const MetricRow> second,
                          bool areDevicesCompared);

} // namespace loupe
