// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/metricrow.h"

#include <optional>
#include <span>
#include <string>

namespace loupe {

/// A task that alone changes a geometric mean of speedups.
struct CarriedMean {
    std::string suite;
    std::string task;
    double speedup = 0.0; ///< geometric mean of the task's rows
    double mean = 0.0;    ///< of all rows
    double without = 0.0; ///< of all rows except the task's
};

/// Returns the task whose removal changes the geometric mean of the usable speedups most; the first
/// on a tie. Returns nullopt if the factor is below 1.5, up or down. Returns nullopt, too, for
/// fewer than three tasks, where each is a large part of the mean.
std::optional<CarriedMean> carriedBy(std::span<const MetricRow> rows);

/// Returns a sentence for a headline: "level1/6 alone carries the mean: 5.27× with it, 1.05×
/// without".
std::string text(const CarriedMean &carried);

} // namespace loupe
