// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rounds/roundstudy.h"
#include "core/analysis/rows/groupby.h"
#include "core/base/result.h"
#include "core/model/chart.h"

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Trajectories of one line of a chart.
struct TrajectoryGroup {
    std::string name;
    std::vector<Trajectory> kept; ///< empty where there is one group
    TrajectorySpan trajectories;  ///< `kept`, or all
};

/// A chart of one panel with lines for each group asked for: the largest, at most eight, as a ninth
/// colour cannot be told apart. Refused for groups by round, which would cut trajectories.
/// `linesOf` is asked for the lines of each group and told how many groups there are; tones and the
/// legend are filled in, `definition` is followed by what is not drawn.
Result<Chart> groupedRoundChart(
    const RoundStudy &study, GroupBy groupBy, const std::stop_token &stop,
    const std::function<std::vector<ChartLine>(const TrajectoryGroup &group, std::size_t groups)>
        &linesOf,
    const std::function<std::string(std::size_t groups)> &definition);

} // namespace loupe
