// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rounds/trajectorystory.h"
#include "core/model/chart.h"

namespace loupe {

/// One trajectory by round: the speedup of each correct kernel and the best so far; rounds without
/// one are dashed bars that say what happened. Regressions are flagged, suspicious kernels hollow.
Chart trajectoryChart(const TrajectoryStory &story);

/// "round 1: correct, 0.92×, identical code, worse than before": a round for tooltips and screen
/// readers.
std::string roundText(const StoryRound &round);

} // namespace loupe
