// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/population.h"

#include "core/analysis/rows/namenumbers.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace loupe {

Population::Population(Scope scope, std::vector<MetricRow> observations,
                       const std::vector<std::uint32_t> &speakers)
    : m_scope(std::move(scope))
{
    useObservations(std::move(observations), speakers);
}

void Population::useObservations(std::vector<MetricRow> observations,
                                 const std::vector<std::uint32_t> &speakers)
{
    m_observations = std::move(observations);
    m_cells.clear();
    if (speakers.size() == m_observations.size())
        return;
    m_cells.reserve(speakers.size());
    for (const std::uint32_t place : speakers)
        m_cells.push_back(m_observations[place]);
}

void Population::appendTo(std::vector<MetricRow> &observations,
                          std::vector<std::uint32_t> &representatives, Name baseline) const
{
    const std::span<const MetricRow> representing = cells();
    std::size_t next = 0;
    for (const MetricRow &row : m_observations) {
        const bool represents = next < representing.size() && representing[next].id == row.id
            && representing[next].joinedReference == row.joinedReference;
        if (represents) {
            representatives.push_back(static_cast<std::uint32_t>(observations.size()));
            ++next;
        }
        observations.push_back(row);
        observations.back().baseline = baseline;
    }
}

const PopulationCondition &Population::condition(GroupBy which) const
{
    return *std::ranges::find(conditions, which, &PopulationCondition::condition);
}

bool Population::isSplit() const
{
    return std::ranges::find(conditions, PopulationCondition::State::Split,
                             &PopulationCondition::state)
        != conditions.end();
}

std::vector<Population> blocksOf(const std::vector<MetricRow> &rows, const Scope &scope)
{
    std::vector<Population> out;
    Population whole = populationOf(rows, scope);
    using State = PopulationCondition::State;
    const auto chosen
        = std::ranges::find(whole.conditions, State::Largest, &PopulationCondition::state);
    if (chosen == whole.conditions.end()) {
        out.push_back(std::move(whole));
        return out;
    }
    for (const ConditionValue &value : chosen->values) {
        Scope one = scope;
        one.rules[chosen->condition] = {ConditionRule::Kind::Only, value.value};
        for (Population &block : blocksOf(rows, one))
            out.push_back(std::move(block));
    }
    std::ranges::stable_sort(out, std::greater(),
                             [](const Population &block) { return block.cells().size(); });
    const auto isEmpty = [](const Population &block) { return block.cells().empty(); };
    out.erase(std::find_if(std::next(out.begin()), out.end(), isEmpty), out.end());
    return out;
}

namespace {

using PairOfRun = NameKey<4>;

PairOfRun pairOfRun(const MetricRow &row)
{
    return {row.run, row.method, row.suite, row.task};
}

} // namespace

std::vector<MetricRow> countedSamples(const Population &population)
{
    std::unordered_set<PairOfRun, NameKeyHash<4>> counted;
    for (const MetricRow &cell : population.cells())
        counted.insert(pairOfRun(cell));
    std::vector<MetricRow> out;
    out.reserve(population.observations().size());
    std::ranges::copy_if(population.observations(), std::back_inserter(out),
                         [&](const MetricRow &row) { return counted.contains(pairOfRun(row)); });
    return out;
}

} // namespace loupe
