// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/analysis/rounds/trajectorystory.h"
#include "core/analysis/rows/rowparts.h"
#include "core/model/record/metricrow.h"

#include <string>
#include <vector>

namespace loupe {

/// The rounds of one method under one value of each condition. Rounds are never averaged over
/// several methods, suites, devices or baselines.
struct RoundGroup {
    std::string name; ///< "agent on native", with the values of separate conditions
    Name method;
    Scope scope;                 ///< selects this group, of this method only
    std::vector<MetricRow> rows; ///< every round of every attempt
    std::size_t trajectories = 0;
};

/// Returns whether the scope splits or pools a condition.
bool hasConditionsApart(const Scope &scope);

/// Returns the groups among rows under a scope, the one with the most trajectories first. Methods
/// without rounds are omitted. Conditions that the scope splits or pools are kept separate.
std::vector<RoundGroup> roundGroups(RowParts &rows, const Scope &scope);

/// Returns the trajectories of all groups, computed per group.
TrajectoryCohort joinedCohort(const std::vector<RoundGroup> &groups);

} // namespace loupe
