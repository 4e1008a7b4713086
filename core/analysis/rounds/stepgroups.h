// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rounds/roundcomposition.h"
#include "core/analysis/rows/trajectories.h"
#include "core/analysis/statistics/bootstrap.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Speedups of some kernels in one round.
struct StepGroup {
    int kernels = 0;
    int timed = 0;              ///< of these; the other members are over them
    std::optional<double> mean; ///< of the requested kind
    std::optional<double> median;
    std::optional<Interval> interval; ///< of the mean; nullopt with fewer than two tasks
    std::vector<RowId> members;       ///< all of the kernels, in the later round
};

/// Comparison of the kernels that a step rescued with those that were correct before. Slow rescued
/// kernels lower the mean speedup of the later round.
struct StepGroups {
    int fromRound = 0;
    int toRound = 0;
    StepGroup persistent;          ///< correct in both rounds, timed in the later one
    StepGroup rescued;             ///< failed, then correct
    StepGroup broken;              ///< correct, then failed; timed in the earlier round
    std::optional<Interval> ratio; ///< mean of the rescued over that of the persistent
    /// One-sided p-value that rescued kernels are slower, from permuting the labels; each task
    /// enters with its mean. nullopt unless both groups have kernels.
    std::optional<double> pSlower;
};

/// Returns the groups of each step from a round to the next. Intervals resample tasks; both groups
/// share the resamples.
std::vector<StepGroups> stepGroups(TrajectorySpan trajectories,
                                   RoundMean mean = RoundMean::Geometric,
                                   const BootstrapOptions &options = {});

} // namespace loupe
