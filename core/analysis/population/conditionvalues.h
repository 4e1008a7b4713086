// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/condition.h"
#include "core/analysis/population/leftout.h"
#include "core/analysis/population/scope.h"
#include "core/model/metricrow.h"

#include <cstdint>
#include <span>
#include <vector>

namespace loupe {

/// Rows under consideration, by their places, with the cell that each belongs to.
struct PlacedRows {
    std::span<const MetricRow> rows;
    std::span<const std::uint32_t> cellOf; ///< of each of `rows`
    std::vector<std::uint32_t> places;     ///< of those still considered, ascending
};

Name conditionOf(const MetricRow &row, GroupBy condition);

/// The recorded values that figures would mix, the one with the most cells first, ties by name:
/// suites and protocols of all rows, other conditions of those with a speedup.
std::vector<ConditionValue> conditionValues(const PlacedRows &placed, GroupBy condition);

/// Applies a rule to a condition: takes places out of `placed` and says so in `leftOut`.
PopulationCondition applyCondition(PlacedRows &placed, GroupBy condition, const ConditionRule &rule,
                                   std::vector<LeftOutObservations> &leftOut);

} // namespace loupe
