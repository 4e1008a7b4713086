// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/metricrow.h"

#include <optional>
#include <span>
#include <string>

namespace loupe {

/// A task that alone changes a geometric mean of speedups.
struct CarriedMean {
    std::string suite;
    std::string task;
    double speedup = 0.0; ///< of the task: the geometric mean of its rows
    double mean = 0.0;    ///< of all rows
    double without = 0.0; ///< of all rows but the task's
};

/// Returns the task whose removal changes the geometric mean of the usable speedups most, where
/// that is by a factor of 1.5 or more, up or down; of equal ones the first. Nothing for fewer than
/// three tasks, where each is a large part of the mean.
std::optional<CarriedMean> carriedBy(std::span<const MetricRow> rows);

/// Returns a sentence for a headline: "level1/6 alone carries the mean: 5.27× with it, 1.05×
/// without".
std::string text(const CarriedMean &carried);

} // namespace loupe
