// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/condition.h"
#include "core/analysis/population/rowindex.h"
#include "core/analysis/population/scope.h"
#include "core/analysis/rows/namenumbers.h"
#include "core/model/record/metricrow.h"

#include <array>
#include <cstddef>
#include <unordered_set>
#include <vector>

namespace loupe {

/// The conditions of a scope other than the baseline, applied to counts of rows. They exclude most
/// rows of a large store, which need not be made then.
class AppliedConditions
{
public:
    using Task = NameKey<3>; ///< suite, name, hash

    const std::vector<PopulationCondition> &conditions() const { return m_conditions; }
    const std::vector<LeftOutObservations> &leftOut() const { return m_leftOut; }
    /// Returns the number of rows that were counted.
    std::size_t given() const { return m_given; }
    /// Returns the number of rows that the conditions leave.
    std::size_t considered() const { return m_considered; }
    /// Returns the tasks of all counted rows. They decide what a task without a hash is.
    const std::vector<Task> &tasks() const { return m_tasks; }
    /// Returns whether the conditions leave the rows of a setting, whatever their baseline is.
    bool isConsidered(const RowIndex::Setting &setting) const;
    /// Returns whether they leave rows that share all conditions of this one, whatever its baseline
    /// is and whether it has a speedup.
    bool isConsidered(const MetricRow &like) const;

private:
    friend class RowCounts;
    using Key = NameKey<scopeConditions.size() - 1>; ///< the conditions without the baseline
    static Key keyOf(const RowIndex::Setting &setting);

    std::vector<PopulationCondition> m_conditions;
    std::vector<LeftOutObservations> m_leftOut;
    std::vector<Task> m_tasks;
    std::size_t m_given = 0;
    std::size_t m_considered = 0;
    /// The conditions of rows without a speedup, and of those with one.
    std::array<std::unordered_set<Key, NameKeyHash<scopeConditions.size() - 1>>, 2> m_settings;
};

/// Counts of rows that are alike to the conditions of a scope.
class RowCounts
{
public:
    /// Returns true if counts are enough to apply the scope's conditions. Speedups must be the
    /// recorded ones: no row has reference times that the scope joins.
    static bool sufficeFor(const Scope &scope);

    /// Adds `count` rows like this one. Only its task, method, conditions other than the baseline,
    /// and whether it has a speedup are used. Runs with the same conditions need not be told apart.
    void add(const MetricRow &like, std::size_t count);
    /// Applies the conditions of a scope for which counts suffice.
    AppliedConditions apply(const Scope &scope) &&;

private:
    RowIndexer m_indexer;
    NameNumbers<3> m_tasks;
    std::size_t m_given = 0;
};

} // namespace loupe
