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

/// The same, but a round without a judged row has its last row, which says what is not known of it:
/// no entry is null.
Trajectories trajectoriesWithUnknown(std::span<const MetricRow> rows);

/// The rows of what worked in rounds: of each (run, suite, method) with more than one of them. A
/// method that was sampled once or many times without feedback has no trajectories, and would
/// drown those that have. In the order of the rows.
struct RefinementRows {
    std::vector<MetricRow> kept;     ///< empty where nothing was left out: a million rows are many
    std::span<const MetricRow> rows; ///< of `kept`, or all that were given

    RefinementRows() = default;
    RefinementRows(const RefinementRows &) = delete; // `rows` points into `kept`
    RefinementRows &operator=(const RefinementRows &) = delete;
    RefinementRows(RefinementRows &&other) noexcept = default;
    RefinementRows &operator=(RefinementRows &&other) noexcept = default;
    ~RefinementRows() = default;
};
/// The rows must outlive the result.
RefinementRows refinementRows(std::span<const MetricRow> rows);

} // namespace loupe
