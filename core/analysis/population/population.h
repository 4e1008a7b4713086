// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/condition.h"
#include "core/analysis/population/joinedbaselines.h"
#include "core/analysis/population/scope.h"
#include "core/model/record/metricrow.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace loupe {

/// The observations that a scope selects. A cell is a method at a task under one set of conditions.
/// It counts once, with its representative observation.
class Population
{
public:
    /// `speakers` are ascending indices into `observations`, one per cell.
    Population(Scope scope, std::vector<MetricRow> observations,
               const std::vector<std::uint32_t> &speakers);

    const Scope &scope() const { return m_scope; }
    /// Returns the observation of each cell, in input order.
    std::span<const MetricRow> cells() const { return m_cells.empty() ? m_observations : m_cells; }
    /// Returns all observations in the scope, for estimates over samples and for rounds.
    std::span<const MetricRow> observations() const { return m_observations; }

    std::size_t given = 0; ///< observations before any exclusion
    std::size_t tasks = 0; ///< by content: two versions of a task are two
    std::size_t methods = 0;
    std::vector<Name> methodsInScope;            ///< before the filter, by name
    AttemptSpread attempts;                      ///< differences between attempts at one pair
    std::size_t severalVersions = 0;             ///< task names with several contents
    std::vector<PopulationCondition> conditions; ///< in the order of `scopeConditions`
    std::vector<LeftOutObservations> leftOut;    ///< reasons that occurred
    JoinedBaselines joined;                      ///< speedups over reference times of other runs

    const PopulationCondition &condition(GroupBy which) const;
    bool isSplit() const; ///< several values of a condition are kept separate
    /// Returns true if the scope excludes every given observation, whatever the filter selects.
    bool isEmptiedByScope() const { return given > 0 && methodsInScope.empty(); }

    /// Replaces the observations; arguments as of the constructor.
    void useObservations(std::vector<MetricRow> observations,
                         const std::vector<std::uint32_t> &speakers);
    /// Appends its observations, as those over `baseline`, and the indices of those that represent
    /// a pair.
    void appendTo(std::vector<MetricRow> &observations, std::vector<std::uint32_t> &representatives,
                  Name baseline) const;

private:
    Scope m_scope;
    std::vector<MetricRow> m_observations;
    std::vector<MetricRow> m_cells; ///< empty if every observation is a cell
};

/// Makes the population in these steps:
/// 1. The scope's conditions choose among the rows.
/// 2. The attempt choice picks the representative of each pair among the remaining attempts. It
/// takes the last of several runs, and the last judged of several attempts at a round. An unjudged
/// attempt represents a pair only if none was judged.
/// 3. A correct representative with a cheating finding is flagged, unless the scope includes
/// flagged results.
/// 4. Pairs remain whose representative the filter selects (MetricRow::isSelected()).
///
/// Choosing a baseline removes no attempt, only speedups over others. If the baseline is a method,
/// the rows must have its times (methodbaseline.h). A row that does not record
/// another condition belongs to each of its values, unless it has a speedup. If rounds are
/// separate, confirmations with fresh inputs (core/model/record/confirmedmethod.h) are excluded.
/// Returns an empty population if `stop` is requested.
Population populationOf(std::vector<MetricRow> rows, const Scope &scope,
                        const std::stop_token &stop = {});

/// Returns one population per value of each condition that the scope leaves to `Largest`, those
/// with the most cells first. Nothing is pooled. Values of which the filter selects no cell are
/// excluded; if it selects none at all, one empty population remains.
std::vector<Population> blocksOf(const std::vector<MetricRow> &rows, const Scope &scope);

/// Returns the observations for estimates over samples: of each cell, those in the run of its
/// representative. Estimates take samples by run, so a pair that several runs recorded would count
/// several times.
std::vector<MetricRow> countedSamples(const Population &population);

} // namespace loupe
