// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"
#include "core/model/metricrow.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The group a row falls into: "Math", "round 2", "level 3", "(none)" where it has no such value.
std::string groupName(const MetricRow &row, GroupBy groupBy);

/// "category", "method", "round" …; nullopt when it is none of them.
std::optional<GroupBy> groupByFromName(std::string_view text);
std::string_view name(GroupBy groupBy);
/// The name for people: "suite version" of suite_version.
std::string label(GroupBy groupBy);
std::vector<std::string> groupingNames(); ///< all of them

/// Whether a time can enter a sum: positive and finite.
bool isUsableTime(const std::optional<double> &milliseconds);

/// The speedup of a correct row if it can enter an average: positive and finite.
std::optional<double> usableSpeedup(const MetricRow &row);

} // namespace loupe
