// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/trajectories.h"
#include "core/analysis/statistics/bootstrap.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Speedups of some kernels in one round.
struct StepGroup {
    int kernels = 0;
    int timed = 0; ///< of these; the rest of the members is over them
    std::optional<double> mean;
    std::optional<double> median;
    std::optional<Interval> interval; ///< of the mean; none with fewer than two tasks
    std::vector<RowId> members;       ///< all of the kernels, in the later round
};

/// Whether the kernels that a step rescued are slower than those that were correct before it: what
/// dilutes the mean speedup of the later round.
struct StepGroups {
    int fromRound = 0;
    int toRound = 0;
    StepGroup persistent;               ///< correct in both rounds, timed in the later one
    StepGroup rescued;                  ///< failed, then correct
    StepGroup broken;                   ///< correct, then failed; timed in the earlier round
    std::optional<Interval> difference; ///< mean of the rescued minus that of the persistent
    /// Chance of rescued kernels at least this much slower, were the labels exchangeable; each task
    /// enters with its mean. None without both groups.
    std::optional<double> pSlower;
};

/// From each round to the next. Intervals resample tasks; both groups share the resamples.
std::vector<StepGroups> stepGroups(TrajectorySpan trajectories,
                                   const BootstrapOptions &options = {});

} // namespace loupe
