// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/condition.h"
#include "core/analysis/population/rowindex.h"
#include "core/analysis/population/scope.h"
#include "core/model/record/metricrow.h"

#include <cstddef>
#include <vector>

namespace loupe {

Name conditionOf(const MetricRow &row, GroupBy condition);

/// Returns the recorded values that figures would mix, the one with the most cells first, ties by
/// name. Suites and protocols come from all considered rows, other conditions from those with a
/// speedup. Protocols with speedups precede those without. Cells are not counted if there is only
/// one value. `condition` is an index into scopeConditions.
std::vector<ConditionValue> conditionValues(const RowIndex &index, std::size_t condition);

/// Applies a rule to a condition, which is an index into scopeConditions. Excludes rows from
/// consideration and records the reasons in `leftOut`.
PopulationCondition applyCondition(RowIndex &index, std::size_t condition,
                                   const ConditionRule &rule,
                                   std::vector<LeftOutObservations> &leftOut);

} // namespace loupe
