// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/trajectories.h"
#include "core/model/metricrow.h"

#include <span>
#include <vector>

namespace loupe {

/// How long tasks resist, at one round.
struct SurvivalRound {
    int round = 0;
    int atRisk = 0;        ///< trajectories not yet solved and still judged in this round or later
    int solved = 0;        ///< of these, correct for the first time in this round
    int censored = 0;      ///< of these, last judged in this round and not solved: no more is known
    double unsolved = 1.0; ///< Kaplan and Meier's estimate of the share still unsolved after it
};

/// The product over rounds r of (1 - solved_r / atRisk_r). A trajectory that ends without success
/// is censored, not failed: it might have gone on. With no censoring before the last round the
/// estimate is the plain share. Trajectories without a judged round are left out; one that is first
/// judged late counts as at risk from the first round on.
std::vector<SurvivalRound> roundSurvival(std::span<const MetricRow> rows);
std::vector<SurvivalRound> survivalByRound(TrajectorySpan trajectories);

} // namespace loupe
