// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/trajectories.h"

namespace loupe {

std::map<TrajectoryKey, Trajectory> trajectoriesOf(std::span<const MetricRow> rows)
{
    std::map<TrajectoryKey, Trajectory> out;
    for (const MetricRow &row : rows) {
        Trajectory &trajectory = out[{row.run, row.suite, row.task, row.method, row.sample}];
        const MetricRow *&known = trajectory[row.round];
        const bool later = known == nullptr || known->id < row.id;
        if (isJudged(outcomeOf(row.verdict)) && later)
            known = &row;
    }
    return out;
}

} // namespace loupe
