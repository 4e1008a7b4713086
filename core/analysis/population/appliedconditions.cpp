// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/appliedconditions.h"

#include "core/analysis/population/conditionvalues.h"
#include "core/analysis/population/methodbaseline.h"

#include <algorithm>

namespace loupe {

namespace {

static_assert(scopeConditions.back() == GroupBy::Baseline);
constexpr std::size_t conditionsWithoutBaseline = scopeConditions.size() - 1;

} // namespace

AppliedConditions::Key AppliedConditions::keyOf(const RowIndex::Setting &setting)
{
    Key out;
    std::copy_n(setting.values.begin(), conditionsWithoutBaseline, out.begin());
    return out;
}

bool AppliedConditions::isConsidered(const RowIndex::Setting &setting) const
{
    return m_settings[setting.hasSpeedup ? 1 : 0].contains(keyOf(setting));
}

bool AppliedConditions::isConsidered(const MetricRow &like) const
{
    Key key;
    for (std::size_t i = 0; i < key.size(); ++i)
        key[i] = conditionOf(like, scopeConditions[i]);
    return std::ranges::any_of(m_settings,
                               [&](const auto &settings) { return settings.contains(key); });
}

bool RowCounts::sufficeFor(const Scope &scope)
{
    // Strict verdicts, rounds and methods as baselines are decided row by row.
    return scope.verdict == CountedVerdict::OfRun && scope.choice.rule != AttemptRule::AtRound
        && std::ranges::find(scope.apart, GroupBy::Round) == scope.apart.end()
        && !baselineMethod(scope);
}

void RowCounts::add(const MetricRow &like, std::size_t count)
{
    m_given += count;
    m_tasks[{like.suite, like.task, like.taskHash}];
    m_indexer.add(like, count);
}

AppliedConditions RowCounts::apply(const Scope &scope) &&
{
    AppliedConditions out;
    RowIndex index = m_indexer.finish();
    for (std::size_t i = 0; i < conditionsWithoutBaseline; ++i)
        out.m_conditions.push_back(
            applyCondition(index, i, scope.rule(scopeConditions[i]), out.m_leftOut));
    out.m_tasks = m_tasks.keys();
    out.m_given = m_given;
    out.m_considered = index.consideredRows();
    for (const RowIndex::Setting &setting : index.settings) {
        if (setting.rows == 0)
            continue;
        out.m_settings[setting.hasSpeedup ? 1 : 0].insert(AppliedConditions::keyOf(setting));
    }
    return out;
}

} // namespace loupe
