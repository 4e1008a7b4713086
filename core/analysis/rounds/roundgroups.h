// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/analysis/rounds/trajectorystory.h"
#include "core/model/metricrow.h"

#include <string>
#include <vector>

namespace loupe {

/// What one method did over its rounds under one value of each condition: rounds are never averaged
/// over several methods, suites, devices or baselines.
struct RoundGroup {
    std::string name; ///< "agent on native", with the values of conditions that are told apart
    Name method;
    Scope scope;                 ///< that holds this group alone, of this method
    std::vector<MetricRow> rows; ///< every round of every attempt
    std::size_t trajectories = 0;
};

/// The groups among rows under a scope, the one with the most trajectories first. Methods without
/// rounds are in none. Conditions that the scope splits or pools are told apart all the same.
std::vector<RoundGroup> roundGroups(std::vector<MetricRow> rows, const Scope &scope);

/// The trajectories of all groups, each group's by itself.
TrajectoryCohort joinedCohort(const std::vector<RoundGroup> &groups);

} // namespace loupe
