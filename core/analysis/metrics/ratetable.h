// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/analysis/rows/groupby.h"
#include "core/model/metricrow.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// The headline numbers of one group. Every rate says its denominator; no row is dropped silently.
struct RateRow {
    std::string group;
    int evaluations = 0; ///< n of total
    int tasks = 0;       ///< distinct tasks among them
    int judged = 0;      ///< correct + flagged + failed
    int built = 0;       ///< judged and got past the build
    int correct = 0;
    int flagged = 0; ///< right, but a finding of cheating stands: not counted as correct
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
    /// KernelBench fast_1: correct with speedup > 1, over all judged; the lowest possible value
    /// where correct rows were not timed. Empty where none of the correct rows was timed.
    std::optional<double> fastp1;
    std::optional<double> fastp1High; ///< the highest possible value: all untimed ones are faster
};

/// One row per group in the order of their names, then "all".
std::vector<RateRow> rateTable(std::span<const MetricRow> rows, GroupBy groupBy);

/// The same of a population's cells; without "all" where the groups tell values of a condition
/// apart that must not be counted together.
std::vector<RateRow> rateTable(const Population &population, GroupBy groupBy);

} // namespace loupe
