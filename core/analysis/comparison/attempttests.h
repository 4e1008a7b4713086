// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/runcomparison.h"
#include "core/analysis/statistics/hypothesistests.h"
#include "core/model/record/evaluation.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// Tests whether two evaluations of one task differ in speed. Returns the two-sided p of a
/// permutation test of log(baseline / candidate) over blocks of calls. It uses the first case that
/// both evaluations have with the same clock. Returns nullopt if there is none, or if the times are
/// not interleaved (equally many blocks, two or more). Differences between the two sessions (heat,
/// other processes) are included; the noise floor accounts for them.
std::optional<double> attemptP(std::span<const TimingSeries> baseline,
                               std::span<const TimingSeries> other,
                               const PermutationOptions &options = {});

/// Returns the interval of other / baseline, two speedups with separate intervals, by MOVER (Zou
/// and Donner 2008). It adds the squared distances to the limits on the log scale. Returns nullopt
/// if a speedup has no interval or a limit is not positive.
struct RatioInterval {
    double low = 0.0;
    double high = 0.0;
};
std::optional<RatioInterval> ratioInterval(const Evaluation &baseline, const Evaluation &other);

/// Returns the measurements of these evaluations, in their order.
using MeasurementsOf = std::function<Result<std::vector<Evaluation>>(std::span<const RowId>)>;

/// Sets p and the ratio's interval of each attempt that both runs timed, if raw times and intervals
/// are stored. An attempt with an interval is faster or slower only if the whole interval is beyond
/// the noise floor. Loads some hundred evaluations at a time and stops at the first error.
Status testAttempts(RunComparison &comparison, const MeasurementsOf &measurementsOf,
                    const PermutationOptions &options = {});

/// Corrects p-values for multiple testing, over all runs. Tests of whole runs (fixed against
/// broken, speedups) use Holm's method, attempts use Benjamini and Hochberg's. Tests without data
/// are not counted.
void correctForMany(std::span<RunComparison> comparisons);

} // namespace loupe
