// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/comparedside.h"
#include "core/analysis/population/condition.h"
#include "core/analysis/population/selectedpairs.h"
#include "core/model/record/metricrow.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// The values of each kind of side that rows offer, those with the most tasks and methods first,
/// rounds by number. Unrecorded values are not offered.
struct SideChoices {
    std::map<SideKind, std::vector<ConditionValue>> values;

    const std::vector<ConditionValue> &of(SideKind kind) const;
    bool has(const ComparedSide &side) const; ///< always true for a filter
};
SideChoices sideChoices(std::span<const MetricRow> rows);
SideChoices sideChoices(const SelectedPairs &rows);

/// Explains why there are no two sides: "Results are of one method, one run …".
std::string missingSides(const SideChoices &choices);

using SidePair = std::pair<ComparedSide, ComparedSide>;

/// Returns the default sides: the largest method that shares tasks with another, and the one that
/// shares most tasks with it. On a tie, the method wins whose solved tasks overlap most. If there
/// are none, returns two runs (preferably with one baseline), else two devices, else two rounds.
/// `marked` is the run marked as reference for comparisons; it becomes the second side. Returns
/// nullopt if no kind has two values.
std::optional<SidePair> usualSides(std::span<const MetricRow> rows, const SideChoices &choices,
                                   const std::string &marked = {});

} // namespace loupe
