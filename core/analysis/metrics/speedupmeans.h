// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/suitespeedup.h"

#include <optional>
#include <span>

namespace loupe {

// Averages of speedups (baseline time / candidate time; all positive and finite). None of them
// drops a value: how many went in and how many could not is said where they are shown. All are
// empty where there are no values. geometricMeanOf() is in suitespeedup.h, medianOf() in core/base.

/// sum(s) / n: what KernelBench-X and TritonBench publish. One huge speedup
/// moves it at will.
std::optional<double> arithmeticMeanOf(std::span<const double> values);

/// n / sum(1 / s): the speedup of a mix of tasks whose baselines take equally long.
std::optional<double> harmonicMeanOf(std::span<const double> values);

/// Which values are between the quartiles.
enum class QuartileRule {
    /// KernelGenBench analyze.py: the mean of sorted[n/4 .. 3n/4), indices
    /// rounded down; of fewer than four values their geometric mean.
    KernelGenBench,
    /// The mean over exactly the middle half: a value that a quartile cuts counts with its part
    /// inside (as in the interquartile mean of statistics). Of any number of values.
    Exact,
};

/// Interquartile mean.
std::optional<double> interquartileMeanOf(std::span<const double> values, QuartileRule rule);

/// What a kernel took and what its baseline took, in the same unit.
struct TimePair {
    double baseline = 0.0;
    double candidate = 0.0;
};

/// sum(baseline) / sum(candidate), KernelBench-X's `avg_speedup_global`: long tasks weigh most.
/// Empty where there are no pairs. Pairs must be positive and finite.
std::optional<double> globalRatio(std::span<const TimePair> pairs);

/// A speedup over the work that both sides did, beside what an unmatched division claims.
struct EqualWork {
    std::optional<double> speedup; ///< sum of baseline medians / sum of candidate medians, both
                                   ///< over the cases that both sides have
    std::optional<double> claimed; ///< all of the baseline's cases / all of the candidate's
    int cases = 0;                 ///< on both sides
    int baselineOnly = 0;          ///< dropped by the candidate: each inflates `claimed`
    int candidateOnly = 0;
    /// Of the baseline's time, the part that the candidate's cases cover; 1 where none is missing.
    double coveredShare = 0.0;
};

/// Ours, against dropped rows (KernelBench-X has one: 4.23 claimed, 0.987 at equal work). A case
/// without usable times on a side is missing there.
EqualWork equalWork(std::span<const CaseTimes> cases);

/// The same, where only totals are known: the claimed ratio times the share of the baseline's work
/// (bytes or operations) that the candidate's rows add up to. An estimate: it takes time for
/// proportional to work. Empty unless 0 < share <= 1.
std::optional<double> equalWorkEstimate(double claimed, double workShare);

/// METR's figure: the geometric mean over tasks of the best speedup of each. `clampAtOne` counts a
/// best below 1 as 1, as somebody who keeps the baseline where it is faster would; both are
/// published under one name, so say which.
std::optional<double> geometricMeanOfBest(std::span<const double> bestOfTasks, bool clampAtOne);

} // namespace loupe
