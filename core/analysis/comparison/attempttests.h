// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/runcomparison.h"
#include "core/analysis/statistics/hypothesistests.h"
#include "core/model/evaluation.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// Whether two evaluations of one task differ in speed: the two-sided p of a permutation test of
/// log(baseline / candidate) of the blocks of calls that both timed, of the first case that both
/// have with the same clock. nullopt where there is none, or its sides were not timed in turns (as
/// many blocks each, two or more). What differs between two sessions (heat, neighbours) is in it:
/// that is what a noise floor is for.
std::optional<double> attemptP(std::span<const TimingSeries> baseline,
                               std::span<const TimingSeries> other,
                               const PermutationOptions &options = {});

/// The interval of other / baseline, two speedups measured apart, from the interval of each: the
/// distances to their limits are added as variances are, on the scale of logarithms (MOVER: Zou and
/// Donner 2008). nullopt where a speedup has no interval or a limit is not positive.
struct RatioInterval {
    double low = 0.0;
    double high = 0.0;
};
std::optional<RatioInterval> ratioInterval(const Evaluation &baseline, const Evaluation &other);

/// What was measured of these evaluations, in their order.
using MeasurementsOf = std::function<Result<std::vector<Evaluation>>(std::span<const RowId>)>;

/// Sets p and the ratio's interval of each attempt that both runs timed, as far as they keep raw
/// times and intervals; with an interval, an attempt is faster or slower only where all of it is
/// beyond the noise floor. Asks for some hundred evaluations at a time; the first error ends it.
Status testAttempts(RunComparison &comparison, const MeasurementsOf &measurementsOf,
                    const PermutationOptions &options = {});

/// Corrects for all that is asked of the runs at once: the tests of whole runs (fixed against
/// broken, speedups) by Holm, the attempts with a p by Benjamini and Hochberg, each over all runs.
/// Tests that have nothing to test count for none.
void correctForMany(std::span<RunComparison> comparisons);

} // namespace loupe
