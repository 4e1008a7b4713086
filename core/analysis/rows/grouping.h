// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"
#include "core/model/record/metricrow.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Returns the group of a row: "Math", "round 2", "level 3", or "(none)" without a value.
std::string groupName(const MetricRow &row, GroupBy groupBy);

/// Parses "category", "method", "round" …; nullopt for an unknown name.
std::optional<GroupBy> groupByFromName(std::string_view text);
std::string_view name(GroupBy groupBy);
/// Returns the name for display: "suite version" for suite_version.
std::string label(GroupBy groupBy);
std::vector<std::string> groupingNames(); ///< all names

/// Returns true if a time can enter a sum: positive and finite.
bool isUsableTime(const std::optional<double> &milliseconds);

/// Returns the speedup of a correct row if it can enter an average: positive and finite.
std::optional<double> usableSpeedup(const MetricRow &row);

/// Number of flagged rows.
struct Flagged {
    std::size_t count = 0;
    std::size_t of = 0;
};

/// Sets Verdict::Flagged for every correct row with a cheating finding. A failed row stays failed.
/// Returns the number of flagged rows.
Flagged flagWithheld(std::vector<MetricRow> &rows);

} // namespace loupe
