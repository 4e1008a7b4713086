// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rounds/roundstudy.h"
#include "core/analysis/rows/groupby.h"
#include "core/base/result.h"
#include "core/model/saved/chart.h"

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Trajectories of one line of a chart.
struct TrajectoryGroup {
    std::string name;
    std::vector<Trajectory> kept; ///< empty if there is only one group
    TrajectorySpan trajectories;  ///< `kept`, or all
};

/// Builds a chart of one panel with the lines of each group. At most the eight largest groups are
/// drawn, because a ninth colour is hard to distinguish. Fails for groups by round, which would cut
/// trajectories. `linesOf` returns the lines of a group; it is passed the number of groups. Tones
/// and the legend are filled in, and the definition also lists what is not drawn.
Result<Chart> groupedRoundChart(
    const RoundStudy &study, GroupBy groupBy, const std::stop_token &stop,
    const std::function<std::vector<ChartLine>(const TrajectoryGroup &group, std::size_t groups)>
        &linesOf,
    const std::function<std::string(std::size_t groups)> &definition);

} // namespace loupe
