// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/condition.h"
#include "core/analysis/population/leftout.h"
#include "core/analysis/population/rowindex.h"
#include "core/analysis/population/scope.h"
#include "core/model/metricrow.h"

#include <cstddef>
#include <vector>

namespace loupe {

Name conditionOf(const MetricRow &row, GroupBy condition);

/// The recorded values that figures would mix, the one with the most cells first, ties by name:
/// suites and protocols of all rows considered, other conditions of those with a speedup.
/// Protocols with speedups come before those without. The cells
/// of a single value are nobody's question, and not counted. `condition` is a place in
/// scopeConditions.
std::vector<ConditionValue> conditionValues(const RowIndex &index, std::size_t condition);

/// Applies a rule to a condition, named by its place in scopeConditions: takes rows out of
/// consideration and says so in `leftOut`.
PopulationCondition applyCondition(RowIndex &index, std::size_t condition,
                                   const ConditionRule &rule,
                                   std::vector<LeftOutObservations> &leftOut);

} // namespace loupe
