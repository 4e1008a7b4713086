// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/comparedbaselines.h"

#include "core/analysis/metrics/suitespeedup.h"
#include "core/analysis/population/methodbaseline.h"
#include "core/analysis/population/populationtext.h"
#include "core/analysis/rows/grouping.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <utility>

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

/// Adds the speedups over one baseline to those of the cells.
BaselineRow baselineRowOf(const CellsOverBaseline &over,
                          std::map<BaselineCellKey, SpeedupsOfCell> &cells)
{
    BaselineRow out;
    out.baseline = over.baseline;
    std::vector<double> speedups;
    for (const MetricRow &row : over.cells) {
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

FasterThanAll fasterThanAll(std::span<const CellsOverBaseline> overEach)
{
    FasterThanAll out;
    if (overEach.empty())
        return out;
    std::map<BaselineCellKey, SpeedupsOfCell> cells;
    for (const CellsOverBaseline &over : overEach)
        out.baselines.push_back(baselineRowOf(over, cells));
    std::ranges::stable_sort(out.baselines, std::greater(), &BaselineRow::timed);
    out.correct = static_cast<std::size_t>(
        std::ranges::count(overEach.front().cells, Verdict::Correct, &MetricRow::verdict));
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

std::vector<CellsOverBaseline> cellsOverEach(const std::vector<MetricRow> &rows,
                                             const Population &population)
{
    WholeRows whole(rows);
    return cellsOverEach(whole, population);
}

std::vector<CellsOverBaseline> cellsOverEach(RowParts &rows, const Population &population)
{
    const std::vector<ConditionValue> &values = population.condition(GroupBy::Baseline).values;
    if (values.size() < 2 || baselineMethod(population.scope()))
        return {};
    return cellsOver(rows, population.scope(), values);
}

namespace {

/// Returns a heading that names the conditions of the block, except the baseline.
std::string headingOverBaselines(const Population &block)
{
    Population named(block.scope(), {}, {});
    std::ranges::copy_if(
        block.conditions, std::back_inserter(named.conditions),
        [](const PopulationCondition &each) { return each.condition != GroupBy::Baseline; });
    return headingOf(named);
}

void addCompared(const Population &block, const std::vector<MetricRow> &rows,
                 std::vector<ComparedBaselines> &out)
{
    Scope scope = block.scope();
    scope.rules.erase(GroupBy::Baseline);
    if (std::ranges::find(out, scope, &ComparedBaselines::scope) != out.end())
        return;
    FasterThanAll over = fasterThanAll(cellsOverEach(rows, block));
    if (over.hasSeveral())
        out.push_back({std::move(scope), headingOverBaselines(block), std::move(over)});
}

bool isSplitRule(const std::pair<const GroupBy, ConditionRule> &rule)
{
    return rule.first != GroupBy::Baseline && rule.second.kind == ConditionRule::Kind::Split;
}

} // namespace

bool isSplit(const Scope &scope)
{
    return std::ranges::any_of(scope.rules, isSplitRule);
}

std::vector<ComparedBaselines> comparedBaselines(std::span<const Population> blocks,
                                                 const std::vector<MetricRow> &rows)
{
    std::vector<ComparedBaselines> out;
    bool areNamed = blocks.size() > 1;
    for (const Population &block : blocks) {
        Scope scope = block.scope();
        if (std::erase_if(scope.rules, isSplitRule) == 0) {
            addCompared(block, rows, out);
            continue;
        }
        areNamed = true;
        for (const Population &one : blocksOf(rows, scope))
            addCompared(one, rows, out);
    }
    if (!areNamed) {
        for (ComparedBaselines &each : out)
            each.heading.clear();
    }
    return out;
}

} // namespace loupe
