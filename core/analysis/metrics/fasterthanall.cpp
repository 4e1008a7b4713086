// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/fasterthanall.h"

#include "core/analysis/metrics/suitespeedup.h"
#include "core/analysis/population/conditionvalues.h"
#include "core/analysis/population/methodbaseline.h"
#include "core/analysis/rows/grouping.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

namespace loupe {

namespace {

/// Identifies a cell in the populations over several baselines, which may have other records of it.
using BaselineCellKey = std::array<Name, 9>;

BaselineCellKey baselineCellKeyOf(const MetricRow &cell)
{
    return {cell.method, cell.suite,    cell.task,      cell.taskHash, cell.suiteVersion,
            cell.device, cell.protocol, cell.precision, cell.clock};
}

/// Speedups of one cell.
struct SpeedupsOfCell {
    std::size_t count = 0; ///< of baselines
    double smallest = 0;
};

/// Returns the scope with the values that the population chose.
Scope withChosenValues(const Population &population)
{
    Scope out = population.scope();
    for (const PopulationCondition &each : population.conditions) {
        if (each.state == PopulationCondition::State::Largest)
            out.rules[each.condition] = {ConditionRule::Kind::Only, each.value};
    }
    return out;
}

/// Returns the rows without those that record another run condition than the population chose. A
/// store of a million is then indexed once, not once per baseline.
std::vector<MetricRow> rowsUnder(const Population &population, const std::vector<MetricRow> &rows)
{
    using State = PopulationCondition::State;
    std::vector<std::pair<GroupBy, Name>> chosen;
    for (const PopulationCondition &each : population.conditions) {
        const bool isChosen = each.state == State::Largest || each.state == State::Only;
        // The strict verdict renames protocols.
        const bool isRenamed = each.condition == GroupBy::Protocol
            && population.scope().verdict == CountedVerdict::Strict;
        if (isChosen && !isRenamed && each.condition != GroupBy::Baseline)
            chosen.emplace_back(each.condition, Name(each.value));
    }
    std::vector<MetricRow> out;
    for (const MetricRow &row : rows) {
        const bool isOther = std::ranges::any_of(chosen, [&](const auto &each) {
            const Name value = conditionOf(row, each.first);
            return value != each.second && isRecordedName(value.text());
        });
        if (!isOther)
            out.push_back(row);
    }
    return out;
}

/// Adds the population's speedups to those of the cells.
BaselineRow baselineRowOf(const Population &population,
                          std::map<BaselineCellKey, SpeedupsOfCell> &cells)
{
    BaselineRow out;
    out.baseline = population.condition(GroupBy::Baseline).value;
    std::vector<double> speedups;
    for (const MetricRow &row : population.cells()) {
        const auto speedup = usableSpeedup(row);
        if (!speedup)
            continue;
        speedups.push_back(*speedup);
        out.faster += *speedup > 1 ? 1 : 0;
        SpeedupsOfCell &cell = cells[baselineCellKeyOf(row)];
        cell.smallest = cell.count == 0 ? *speedup : std::min(cell.smallest, *speedup);
        ++cell.count;
    }
    out.timed = speedups.size();
    out.geometricMean = geometricMeanOf(speedups);
    return out;
}

} // namespace

FasterThanAll fasterThanAll(std::span<const Population> overEach)
{
    FasterThanAll out;
    if (overEach.empty())
        return out;
    std::map<BaselineCellKey, SpeedupsOfCell> cells;
    for (const Population &population : overEach)
        out.baselines.push_back(baselineRowOf(population, cells));
    std::ranges::stable_sort(out.baselines, std::greater(), &BaselineRow::timed);
    out.correct = static_cast<std::size_t>(
        std::ranges::count(overEach.front().cells(), Verdict::Correct, &MetricRow::verdict));
    std::vector<double> smallest;
    for (const auto &[key, cell] : cells) {
        if (cell.count < overEach.size())
            continue;
        smallest.push_back(cell.smallest);
        out.faster += cell.smallest > 1 ? 1 : 0;
    }
    out.withAll = smallest.size();
    out.worstMean = geometricMeanOf(smallest);
    return out;
}

std::vector<Population> populationsOverEach(const std::vector<MetricRow> &rows,
                                            const Population &population)
{
    std::vector<Population> out;
    const std::vector<ConditionValue> &values = population.condition(GroupBy::Baseline).values;
    if (values.size() < 2 || baselineMethod(population.scope()))
        return out;
    Scope scope = withChosenValues(population);
    const std::vector<MetricRow> comparable = rowsUnder(population, rows);
    out.reserve(values.size());
    for (const ConditionValue &each : values) {
        scope.rules[GroupBy::Baseline] = {ConditionRule::Kind::Only, each.value};
        out.push_back(populationOf(comparable, scope));
    }
    return out;
}

} // namespace loupe
