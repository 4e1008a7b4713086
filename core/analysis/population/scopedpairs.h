// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/condition.h"
#include "core/analysis/population/population.h"
#include "core/analysis/population/rowindex.h"
#include "core/analysis/population/scope.h"
#include "core/analysis/population/speakers.h"
#include "core/analysis/rows/rowparts.h"
#include "core/model/record/metricrow.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// The pairs over one baseline, or over all in one population.
struct PairsOverBaseline {
    std::vector<MetricRow> rows; ///< the attempts of all pairs, by id
    RowIndex index;              ///< of `rows`, as is the next
    NumberedCells cells;
    std::vector<std::uint32_t> representatives; ///< indices into `rows`, ascending
    std::vector<PopulationCondition> conditions;
    std::vector<LeftOutObservations> leftOut;
};

/// The task × method pairs of a scope with their representatives, before a filter selects among
/// them: steps 1 and 2 of populationOf(). They can be kept, because another filter with the same
/// conditionTerms() selects among the same pairs.
class ScopedPairs
{
public:
    /// `rows` are as for populationOf(). Incomplete if `stop` is requested.
    ScopedPairs(RowParts &rows, Scope scope, const std::stop_token &stop = {});

    bool isComplete() const { return !m_parts.empty(); }
    /// Returns the number of rows in memory.
    std::size_t size() const;
    /// Returns the pairs over all baselines or the chosen one, then those over each baseline that
    /// the scope splits or pools. MetricRow::selectedForms of their rows may be set.
    std::span<PairsOverBaseline> parts() { return m_parts; }

    /// Returns what populationOf() returns for the same rows with the present marks.
    Population select(const std::stop_token &stop = {}) &&;

private:
    /// Returns the population of the parts over each baseline. `whole` describes all of them.
    Population overEach(Population whole);

    Scope m_scope;
    std::vector<PairsOverBaseline> m_parts;
    std::size_t m_given = 0;
    bool m_mayBeJoined = false;
};

/// Does populationOf() for rows in parts.
Population populationOf(RowParts &rows, const Scope &scope, const std::stop_token &stop = {});

/// The representatives of a scope's pairs over one baseline.
struct CellsOverBaseline {
    std::string baseline;
    std::vector<MetricRow> cells;
};

/// Returns the cells of populationOf() for the scope with each of these baselines, which are no
/// methods. The rows are read once for all.
std::vector<CellsOverBaseline> cellsOver(RowParts &rows, Scope scope,
                                         std::span<const ConditionValue> baselines);

} // namespace loupe
