// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/suitespeedup.h"
#include "core/model/record/metricrow.h"

#include <optional>
#include <span>
#include <string>

namespace loupe {

// Averages of speedups (baseline time / candidate time; all positive and finite). None of them
// drops a value; callers display how many values could not be used. All return nullopt if there are
// no values. geometricMeanOf() and arithmeticMeanOf() are in suitespeedup.h, medianOf() in
// core/base.

/// Returns n / sum(1 / s): the speedup of a mix of tasks whose baselines take equally long.
std::optional<double> harmonicMeanOf(std::span<const double> values);

/// Rule for the values between the quartiles.
enum class QuartileRule {
    /// KernelGenBench analyze.py: the mean of sorted[n/4 .. 3n/4), indices rounded down. For fewer
    /// than four values, it is their geometric mean.
    KernelGenBench,
    /// The mean over exactly the middle half, for any number of values. A value that a quartile
    /// cuts counts in part (as in the interquartile mean of statistics).
    Exact,
};

/// Returns the interquartile mean.
std::optional<double> interquartileMeanOf(std::span<const double> values, QuartileRule rule);

/// The times of a baseline and a kernel, in the same unit.
struct TimePair {
    double baseline = 0.0;
    double candidate = 0.0;
};

/// Returns sum(baseline) / sum(candidate), KernelBench-X's `avg_speedup_global`. Long tasks
/// dominate it. Returns nullopt if there are no pairs. Pairs must be positive and finite.
std::optional<double> globalRatio(std::span<const TimePair> pairs);

/// A speedup over the work that both sides did, and the ratio of all times.
struct EqualWork {
    /// Sum of baseline medians / sum of candidate medians, over the common cases.
    std::optional<double> speedup;
    std::optional<double> claimed; ///< all of the baseline's cases / all of the candidate's
    int cases = 0;                 ///< on both sides
    int baselineOnly = 0;          ///< missing from the candidate: each inflates `claimed`
    int candidateOnly = 0;
    /// Share of the baseline's time that the candidate's cases cover; 1 if none is missing.
    double coveredShare = 0.0;
};

/// Computes the speedup at equal work, as protection against dropped rows (in KernelBench-X, one
/// claims 4.23, and is 0.987 at equal work). A case without usable times on a side counts as
/// missing there.
EqualWork equalWork(std::span<const CaseTimes> cases);

/// Returns METR's figure: the geometric mean over tasks of the best speedup of each. `clampAtOne`
/// counts a best below 1 as 1, as if the baseline were used there. Both variants are published
/// under one name, so labels must state which.
std::optional<double> geometricMeanOfBest(std::span<const double> bestOfTasks, bool clampAtOne);

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
