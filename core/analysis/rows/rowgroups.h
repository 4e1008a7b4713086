// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"
#include "core/analysis/rows/namenumbers.h"
#include "core/model/metricrow.h"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace loupe {

struct Trajectory;

/// Which group each row falls into, without a text for each row: for a million rows.
struct RowGroups {
    /// As groupName() says them; rounds and levels by number, all others by text. Only groups that
    /// have rows.
    std::vector<std::string> names;
    std::vector<std::uint32_t> groupOf; ///< of each row: its place in `names`
};

RowGroups rowGroups(std::span<const MetricRow> rows, GroupBy groupBy);
/// Which group each trajectory falls into by its first row; not for groups by round.
RowGroups rowGroups(std::span<const Trajectory> trajectories, GroupBy groupBy);

/// Calls `look` with the name and the places of the rows of each group, in the order of
/// rowGroups(), then with "all" and every row. Groups by All are that last call alone.
void forEachGroup(std::span<const MetricRow> rows, GroupBy groupBy,
                  const std::function<void(const std::string &name,
                                           std::span<const std::uint32_t> places)> &look);

/// A number for the task (suite, name) of each row.
struct RowTasks {
    std::size_t count = 0;
    std::vector<std::uint32_t> taskOf;
};

RowTasks rowTasks(std::span<const MetricRow> rows);

} // namespace loupe
