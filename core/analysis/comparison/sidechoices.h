// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/comparison/comparedside.h"
#include "core/analysis/population/condition.h"
#include "core/model/metricrow.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// What rows can be told apart by: the values of each kind of side, the one with the most tasks and
/// methods first, rounds by number. Values that nothing records are no sides.
struct SideChoices {
    std::map<SideKind, std::vector<ConditionValue>> values;

    const std::vector<ConditionValue> &of(SideKind kind) const;
    bool has(const ComparedSide &side) const; ///< a filter is there always
};
SideChoices sideChoices(std::span<const MetricRow> rows);

/// What is missing where there are no two sides: "Results are of one method, one run …".
std::string missingSides(const SideChoices &choices);

using SidePair = std::pair<ComparedSide, ComparedSide>;

/// What is compared before anybody chose: the largest method that shares tasks with another and the
/// one that shares most with it (of equal ones the one with most that both solve), else two runs
/// (of those the ones against one baseline), else two devices, else two rounds. `marked`: the run
/// that people compare others with, which is the second side. nullopt where there are no two of
/// anything.
std::optional<SidePair> usualSides(std::span<const MetricRow> rows, const SideChoices &choices,
                                   const std::string &marked = {});

} // namespace loupe
