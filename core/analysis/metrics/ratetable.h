// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/analysis/rows/groupby.h"
#include "core/model/record/metricrow.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// The headline numbers of one group. Every rate has its denominator; no row is dropped silently.
struct RateRow {
    std::string group;
    int evaluations = 0; ///< n of total
    int tasks = 0;       ///< distinct tasks among them
    int judged = 0;      ///< correct + flagged + failed
    int built = 0;       ///< judged, and the build succeeded
    int correct = 0;
    int flagged = 0; ///< correct result with a cheating finding; not counted as correct
    int wrong = 0;
    int noBuild = 0;
    int crashed = 0;
    int timedOut = 0;
    int notCounted = 0;                         ///< unknown, skipped, infra errors
    int timed = 0;                              ///< correct with a speedup
    int faster = 0;                             ///< of the timed: speedup > 1
    std::optional<double> geometricMeanSpeedup; ///< over `timed`
    std::optional<double> arithmeticMeanSpeedup;
    std::optional<double> medianSpeedup;
    /// KernelBench fast_1: correct with speedup > 1, over all judged. This is the lowest possible
    /// value if some correct rows were not timed; nullopt if none was timed.
    std::optional<double> fastp1;
    /// The highest possible value, if all untimed rows are faster.
    std::optional<double> fastp1High;
};

/// Returns one row per group, sorted by name, then "all".
std::vector<RateRow> rateTable(std::span<const MetricRow> rows, GroupBy groupBy);

/// Does the same for a population's cells. Omits "all" if the groups separate values of a condition
/// that must not be pooled.
std::vector<RateRow> rateTable(const Population &population, GroupBy groupBy);

} // namespace loupe
