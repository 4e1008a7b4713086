// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/condition.h"
#include "core/analysis/population/joinedbaselines.h"
#include "core/analysis/population/leftout.h"
#include "core/analysis/population/scope.h"
#include "core/model/metricrow.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace loupe {

/// What a scope makes of observations. A cell is a method at a task under one set of conditions; it
/// counts once, with the observation that speaks for it.
class Population
{
public:
    /// `speakers` are places in `observations`, ascending, one a cell.
    Population(Scope scope, std::vector<MetricRow> observations,
               const std::vector<std::uint32_t> &speakers);

    const Scope &scope() const { return m_scope; }
    /// The observation of each cell, in the order in which they were given.
    std::span<const MetricRow> cells() const { return m_cells.empty() ? m_observations : m_cells; }
    /// All that the scope holds, for estimates over samples and for rounds.
    std::span<const MetricRow> observations() const { return m_observations; }

    std::size_t given = 0; ///< observations before anything was left out
    std::size_t tasks = 0; ///< by content: two versions of a task are two
    std::size_t methods = 0;
    std::vector<Name> methodsInScope;            ///< before the filter, by name
    AttemptSpread attempts;                      ///< what attempts at one pair differ in
    std::size_t severalVersions = 0;             ///< names of tasks that stand for several contents
    std::vector<PopulationCondition> conditions; ///< in the order of `scopeConditions`
    std::vector<LeftOutObservations> leftOut;    ///< reasons that occurred
    JoinedBaselines joined;                      ///< speedups over reference times of other runs

    const PopulationCondition &condition(GroupBy which) const;
    bool isSplit() const; ///< whether it holds several values of a condition, told apart

    /// Adds its observations, as those over `baseline`, and the places of those among them that
    /// represent a pair.
    void appendTo(std::vector<MetricRow> &observations, std::vector<std::uint32_t> &representatives,
                  Name baseline) const;

private:
    Scope m_scope;
    std::vector<MetricRow> m_observations;
    std::vector<MetricRow> m_cells; ///< empty where every observation is a cell
};

/// Makes the population in these steps. 1. The scope's conditions choose among the rows. 2. Of all
/// attempts at a pair that remain, the attempt choice picks its representative: of several runs
/// from the last one, of several attempts at a round the last judged one, and an unjudged attempt
/// only where none was judged. 3. A representative that is correct and withheld is flagged, unless
/// the scope includes what is withheld. 4. Pairs remain whose representative the filter selects
/// (MetricRow::isSelected()).
/// Choosing a baseline takes no attempt out, only speedups over others. A row that does not record
/// another condition belongs to each of its values, unless it has a speedup. Where rounds are told
/// apart, results with fresh inputs (core/model/confirmedmethod.h) are left out. Returns the
/// population of no rows where `stop` is requested.
Population populationOf(std::vector<MetricRow> rows, const Scope &scope,
                        const std::stop_token &stop = {});

/// One population for each value of each condition that the scope leaves to `Largest`: nothing is
/// left out because it is of another value, and nothing is pooled. Those with the most cells first.
std::vector<Population> blocksOf(const std::vector<MetricRow> &rows, const Scope &scope);

} // namespace loupe
