// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/metricrow.h"

#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace loupe {

/// One trajectory: its row of each round, by round. Null where the round has rows, but no judged
/// one. A handful of rounds: a list is quicker than a map.
class Trajectory
{
public:
    using Entry = std::pair<int, const MetricRow *>;

    /// The row of that round, null at first.
    const MetricRow *&operator[](int round);
    std::vector<Entry>::const_iterator find(int round) const;
    std::vector<Entry>::const_iterator begin() const { return m_rounds.begin(); }
    std::vector<Entry>::const_iterator end() const { return m_rounds.end(); }

private:
    std::vector<Entry> m_rounds;
};

/// Run, suite, task, method, sample.
using TrajectoryKey = std::tuple<Name, Name, Name, Name, int>;
/// In the order of their first row.
using Trajectories = std::vector<std::pair<TrajectoryKey, Trajectory>>;

/// Of several attempts at one round the last judged one counts. The rows must outlive the result.
Trajectories trajectoriesOf(std::span<const MetricRow> rows);

} // namespace loupe
