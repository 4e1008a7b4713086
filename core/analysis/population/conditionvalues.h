// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/condition.h"
#include "core/analysis/population/leftout.h"
#include "core/analysis/population/scope.h"
#include "core/model/metricrow.h"

#include <array>
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

/// Which conditions have values at all, and which have several, found in one pass over the rows: of
/// most there is one, and nobody needs to go through a million rows for each.
class SeenConditions
{
public:
    explicit SeenConditions(const PlacedRows &placed);

    bool hasAny(GroupBy condition) const;
    bool hasSeveral(GroupBy condition) const;

private:
    struct Seen {
        Name last;
        Name first; ///< recorded value
        bool hasAny = false;
        bool hasSeveral = false;
    };
    const Seen &of(GroupBy condition) const;

    std::array<Seen, scopeConditions.size()> m_seen;
};

Name conditionOf(const MetricRow &row, GroupBy condition);

/// The recorded values that figures would mix, the one with the most cells first, ties by name:
/// suites and protocols of all rows, other conditions of those with a speedup.
std::vector<ConditionValue> conditionValues(const PlacedRows &placed, GroupBy condition);

/// Applies a rule to a condition: takes places out of `placed` and says so in `leftOut`. `seen` is
/// of these rows, or of more.
PopulationCondition applyCondition(PlacedRows &placed, const SeenConditions &seen,
                                   GroupBy condition, const ConditionRule &rule,
                                   std::vector<LeftOutObservations> &leftOut);

} // namespace loupe
