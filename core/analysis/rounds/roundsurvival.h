// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/trajectories.h"
#include "core/model/record/metricrow.h"

#include <span>
#include <vector>

namespace loupe {

/// Number of unsolved tasks at one round.
struct SurvivalRound {
    int round = 0;
    int atRisk = 0;        ///< trajectories not yet solved and still judged in this round or later
    int solved = 0;        ///< of these, correct for the first time in this round
    int censored = 0;      ///< of these, last judged in this round and not solved
    double unsolved = 1.0; ///< Kaplan-Meier estimate of the share still unsolved after it
};

/// Returns the product over rounds r of (1 - solved_r / atRisk_r). A trajectory that ends without
/// success is censored, not failed, because it might have continued. Without censoring before the
/// last round, the estimate is the plain share. Trajectories without a judged round are excluded.
/// One that is first judged late is at risk from the first round on.
std::vector<SurvivalRound> roundSurvival(std::span<const MetricRow> rows);
std::vector<SurvivalRound> survivalByRound(TrajectorySpan trajectories);

} // namespace loupe
