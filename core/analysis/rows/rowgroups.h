// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"
#include "core/analysis/rows/namenumbers.h"
#include "core/model/record/metricrow.h"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace loupe {

struct Trajectory;

/// The group of each row, without a text per row, which suits a million rows.
struct RowGroups {
    /// As from groupName(); rounds and levels sorted by number, all others by text. Only groups
    /// with rows.
    std::vector<std::string> names;
    std::vector<std::uint32_t> groupOf; ///< per row: index into `names`
};

RowGroups rowGroups(std::span<const MetricRow> rows, GroupBy groupBy);
/// Groups trajectories by their first row; not for groups by round.
RowGroups rowGroups(std::span<const Trajectory> trajectories, GroupBy groupBy);

/// Calls `look` with the name and the row indices of each group, in the order of rowGroups(), then
/// with "all" and every row. For GroupBy::All, makes only that last call.
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
