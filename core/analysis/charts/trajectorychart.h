// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rounds/trajectorystory.h"
#include "core/model/saved/chart.h"

namespace loupe {

/// Draws one trajectory by round: the speedup of each correct kernel and the best so far. Rounds
/// without a speedup are dashed bars with the reason. Regressions are flagged, suspicious kernels
/// hollow.
Chart trajectoryChart(const TrajectoryStory &story);

/// Returns a round as text for tooltips and screen readers: "round 1: correct, 0.92×, identical
/// code, worse than before".
std::string roundText(const StoryRound &round);

} // namespace loupe
