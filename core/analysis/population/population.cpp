// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/population.h"

#include "core/analysis/population/baselinechoice.h"
#include "core/analysis/population/conditionvalues.h"
#include "core/analysis/population/methodbaseline.h"
#include "core/analysis/population/recordedcopies.h"
#include "core/analysis/population/rowindex.h"
#include "core/analysis/population/speakers.h"
#include "core/analysis/rows/headlinerows.h"
#include "core/analysis/rows/namenumbers.h"
#include "core/analysis/rows/rowgroups.h"
#include "core/model/record/confirmedmethod.h"
#include "core/model/record/protocolname.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <unordered_set>
#include <utility>

namespace loupe {

namespace {

void leaveOutOtherRounds(std::span<const MetricRow> rows, RowIndex &index, int round,
                         std::vector<LeftOutObservations> &leftOut)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].round != round && index.isConsidered(index.entries[i])) {
            index.takeOut(index.entries[i]);
            ++count;
        }
    }
    if (count > 0)
        leftOut.push_back({LeftOutReason::OtherRound, GroupBy::All, count});
}

/// Excludes confirmations with fresh inputs, which have a round's number but are not a round.
void leaveOutConfirmations(std::span<const MetricRow> rows, RowIndex &index,
                           std::vector<LeftOutObservations> &leftOut)
{
    std::vector<bool> isConfirmation;
    isConfirmation.reserve(index.cells.size());
    for (const RowIndex::Cell &cell : index.cells)
        isConfirmation.push_back(isConfirmedName(cell.method));
    std::size_t count = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (isConfirmation[index.entries[i].cell] && index.isConsidered(index.entries[i])) {
            index.takeOut(index.entries[i]);
            ++count;
        }
    }
    if (count > 0)
        leftOut.push_back({LeftOutReason::Confirmation, GroupBy::All, count});
}

/// Returns the group number of each row.
std::vector<std::uint32_t> groupOfRows(std::span<const MetricRow> rows, const RowIndex &index,
                                       GroupBy dimension)
{
    const auto condition = std::ranges::find(scopeConditions, dimension);
    if (condition == scopeConditions.end() && dimension != GroupBy::Run)
        return rowGroups(rows, dimension).groupOf;
    const auto place = static_cast<std::size_t>(condition - scopeConditions.begin());
    const auto valueOf = [&](const RowIndex::Setting &setting) {
        return dimension == GroupBy::Run ? setting.run : setting.values[place];
    };
    NameNumbers<1> numbers;
    std::vector<std::uint32_t> groupOfSetting;
    groupOfSetting.reserve(index.settings.size());
    for (const RowIndex::Setting &setting : index.settings)
        groupOfSetting.push_back(numbers[{valueOf(setting)}]);
    std::vector<std::uint32_t> out;
    out.reserve(index.entries.size());
    for (const RowIndex::Entry &entry : index.entries)
        out.push_back(groupOfSetting[entry.setting]);
    return out;
}

/// Splits the cells of the index by further dimensions.
NumberedCells cellsApart(std::span<const MetricRow> rows, const RowIndex &index,
                         const std::vector<GroupBy> &dimensions)
{
    NumberedCells out;
    out.count = index.cells.size();
    out.cellOf.reserve(index.entries.size());
    for (const RowIndex::Entry &entry : index.entries)
        out.cellOf.push_back(entry.cell);
    for (const GroupBy dimension : dimensions) {
        const std::vector<std::uint32_t> groupOf = groupOfRows(rows, index, dimension);
        PairNumbers numbers;
        for (std::size_t i = 0; i < groupOf.size(); ++i)
            out.cellOf[i] = numbers[{out.cellOf[i], groupOf[i]}];
        out.count = numbers.size();
    }
    return out;
}

/// Returns the considered rows; `speakers` become indices into them.
std::vector<MetricRow> consideredRows(std::vector<MetricRow> rows, const RowIndex &index,
                                      std::vector<std::uint32_t> &speakers)
{
    std::size_t count = 0;
    for (const RowIndex::Setting &setting : index.settings)
        count += setting.rows;
    if (count == rows.size())
        return rows;
    // Copies instead of compacting `rows`, whose capacity would keep the memory of a million rows.
    std::vector<MetricRow> out;
    out.reserve(count);
    std::size_t speaker = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!index.isConsidered(index.entries[i]))
            continue;
        if (speaker < speakers.size() && speakers[speaker] == i)
            speakers[speaker++] = static_cast<std::uint32_t>(out.size());
        out.push_back(std::move(rows[i]));
    }
    return out;
}

struct CellCounts {
    std::size_t tasks = 0;
    std::size_t methods = 0;
};

/// Counts among considered rows.
CellCounts countCells(const RowIndex &index)
{
    std::unordered_set<std::uint32_t> tasks;
    std::unordered_set<Name> methods;
    std::vector<bool> isSeen(index.cells.size(), false);
    for (const RowIndex::Entry &entry : index.entries) {
        if (isSeen[entry.cell] || !index.isConsidered(entry))
            continue;
        isSeen[entry.cell] = true;
        tasks.insert(index.cells[entry.cell].content);
        methods.insert(index.cells[entry.cell].method);
    }
    return {tasks.size(), methods.size()};
}

/// Returns the dimensions that separate cells in addition to method and task.
std::vector<GroupBy> dimensionsOf(const Scope &scope,
                                  const std::vector<PopulationCondition> &conditions)
{
    std::vector<GroupBy> out = scope.apart;
    using State = PopulationCondition::State;
    for (const PopulationCondition &each : conditions) {
        if (each.state == State::Split || each.state == State::Pooled)
            out.push_back(each.condition);
    }
    return out;
}

/// Excludes the cells whose representative the filter does not select. A filter selects pairs; it
/// never changes which attempt represents one.
void leaveOutUnselected(std::span<const MetricRow> rows, RowIndex &index,
                        const NumberedCells &cells, std::vector<std::uint32_t> &representatives)
{
    const std::size_t before = representatives.size();
    std::vector<bool> isKept(cells.count, false);
    for (const std::uint32_t place : representatives)
        isKept[cells.cellOf[place]] = rows[place].isSelected();
    std::erase_if(representatives,
                  [&](std::uint32_t place) { return !isKept[cells.cellOf[place]]; });
    if (representatives.size() == before)
        return;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!isKept[cells.cellOf[i]] && index.isConsidered(index.entries[i]))
            index.takeOut(index.entries[i]);
    }
}

/// Returns the methods of considered rows, sorted by name.
std::vector<Name> consideredMethods(const RowIndex &index)
{
    std::vector<Name> out;
    std::vector<bool> isSeen(index.cells.size(), false);
    for (const RowIndex::Entry &entry : index.entries) {
        if (isSeen[entry.cell] || !index.isConsidered(entry))
            continue;
        isSeen[entry.cell] = true;
        out.push_back(index.cells[entry.cell].method);
    }
    const auto textOf = [](const Name &method) -> const std::string & { return method.text(); };
    std::ranges::sort(out, {}, textOf);
    const auto repeated = std::ranges::unique(out);
    out.erase(repeated.begin(), repeated.end());
    return out;
}

/// Compares every considered attempt with the representative of its pair.
AttemptSpread spreadOf(std::span<const MetricRow> rows, const RowIndex &index,
                       const NumberedCells &cells,
                       const std::vector<std::uint32_t> &representatives)
{
    std::vector<std::uint32_t> representativeOf(cells.count);
    for (const std::uint32_t place : representatives)
        representativeOf[cells.cellOf[place]] = place;
    AttemptSpread out;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!index.isConsidered(index.entries[i]))
            continue;
        const MetricRow &other = rows[representativeOf[cells.cellOf[i]]];
        out.hasRuns |= rows[i].run != other.run;
        out.hasSamples |= rows[i].sample != other.sample;
        out.hasRounds |= rows[i].round != other.round;
    }
    return out;
}

/// Returns the baselines to separate or pool; empty if there is only one.
std::vector<std::string> baselinesApart(const Population &whole)
{
    using State = PopulationCondition::State;
    const PopulationCondition &baseline = whole.condition(GroupBy::Baseline);
    std::vector<std::string> out;
    if (baseline.state != State::Split && baseline.state != State::Pooled)
        return out;
    out.reserve(baseline.values.size());
    for (const ConditionValue &each : baseline.values)
        out.push_back(each.value);
    return out;
}

} // namespace

Population::Population(Scope scope, std::vector<MetricRow> observations,
                       const std::vector<std::uint32_t> &speakers)
    : m_scope(std::move(scope))
    , m_observations(std::move(observations))
{
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

namespace {

/// Returns which rows have a recorded speedup, if a method is the baseline and replaces them. They
/// decide which conditions matter, so that rates of correct do not depend on the baseline.
std::vector<bool> replacedSpeedups(const Scope &scope, const std::vector<MetricRow> &rows)
{
    std::vector<bool> out;
    if (!baselineMethod(scope))
        return out;
    out.reserve(rows.size());
    for (const MetricRow &row : rows)
        out.push_back(row.speedup.has_value());
    return out;
}

/// Adds the speedups over times of other results. Returns false if there are none.
bool addSpeedups(const Scope &scope, std::vector<MetricRow> &rows)
{
    const auto method = baselineMethod(scope);
    if (!method)
        return scope.joinBaselines && joinBaselines(rows);
    replaceSpeedups(Name(methodBaselineName(*method)), rows);
    return true;
}

/// Keeps only the speedups over the chosen baseline, and returns the representatives.
std::vector<std::uint32_t> representativesOver(PopulationCondition &baseline, const Scope &scope,
                                               std::vector<MetricRow> &rows, RowIndex &index,
                                               const NumberedCells &cells,
                                               std::vector<LeftOutObservations> &leftOut)
{
    if (const auto method = baselineMethod(scope)) {
        baseline.value = methodBaselineName(*method);
        renameBaselines(Name(baseline.value), rows, index, cells, leftOut);
        return speakersOf(rows, index, cells, scope.choice);
    }
    using State = PopulationCondition::State;
    const bool isChosen = baseline.state == State::Only || baseline.state == State::Largest;
    if (isChosen)
        keepSpeedupsOver(Name(baseline.value), rows, index, leftOut);
    std::vector<std::uint32_t> out = speakersOf(rows, index, cells, scope.choice);
    mergeBaselines(isChosen ? std::optional(Name(baseline.value)) : std::nullopt, rows, index,
                   cells, out);
    return out;
}

/// Does populationOf() for one baseline, or for all baselines in one population.
Population populationOverOne(std::vector<MetricRow> rows, const Scope &scope,
                             const std::stop_token &stop)
{
    const std::size_t given = rows.size();
    std::vector<LeftOutObservations> leftOut;
    const bool isStrict = scope.verdict == CountedVerdict::Strict;
    if (const std::size_t without = isStrict ? countStrictly(rows) : 0; without > 0)
        leftOut.push_back({LeftOutReason::NoStrictVerdict, GroupBy::All, without});
    const std::vector<bool> replaced = replacedSpeedups(scope, rows);
    const bool mayBeJoined = addSpeedups(scope, rows);
    RowIndex index = rowIndex(rows, replaced);
    if (scope.choice.rule == AttemptRule::AtRound)
        leaveOutOtherRounds(rows, index, scope.choice.round, leftOut);
    if (std::ranges::find(scope.apart, GroupBy::Round) != scope.apart.end())
        leaveOutConfirmations(rows, index, leftOut);
    std::vector<PopulationCondition> found;
    found.reserve(scopeConditions.size());
    for (std::size_t i = 0; i < scopeConditions.size(); ++i) {
        ConditionRule rule = scope.rule(scopeConditions[i]);
        if (isStrict && scopeConditions[i] == GroupBy::Protocol)
            rule.value = std::string(strictPartOf(rule.value));
        found.push_back(applyCondition(index, i, rule, leftOut));
    }
    if (stop.stop_requested())
        return populationOf({}, scope);
    // Runs that are compared keep results that others recorded before.
    const bool isByRun = std::ranges::find(scope.apart, GroupBy::Run) != scope.apart.end();
    if (const std::size_t copies = isByRun ? 0 : removeCopies(rows, index); copies > 0)
        leftOut.push_back({LeftOutReason::Copy, GroupBy::All, copies});
    if (stop.stop_requested())
        return populationOf({}, scope);

    static_assert(scopeConditions.back() == GroupBy::Baseline);
    const NumberedCells cells = cellsApart(rows, index, dimensionsOf(scope, found));
    std::vector<std::uint32_t> speakers
        = representativesOver(found.back(), scope, rows, index, cells, leftOut);
    std::vector<Name> methods = consideredMethods(index);
    leaveOutUnselected(rows, index, cells, speakers);
    if (stop.stop_requested())
        return populationOf({}, scope);
    const AttemptSpread attempts = spreadOf(rows, index, cells, speakers);
    std::vector<MetricRow> considered = consideredRows(std::move(rows), index, speakers);
    if (!scope.includeWithheld)
        flagWithheld(considered);
    Population out(scope, std::move(considered), speakers);
    const CellCounts counts = countCells(index);
    out.given = given;
    out.tasks = counts.tasks;
    out.methods = counts.methods;
    out.methodsInScope = std::move(methods);
    out.attempts = attempts;
    out.severalVersions = index.severalVersions;
    out.conditions = std::move(found);
    out.leftOut = std::move(leftOut);
    if (mayBeJoined)
        out.joined = joinedBaselines(out.observations());
    return out;
}

} // namespace

Population populationOf(std::vector<MetricRow> rows, const Scope &scope,
                        const std::stop_token &stop)
{
    using Kind = ConditionRule::Kind;
    const Kind kind = scope.rule(GroupBy::Baseline).kind;
    if (kind != Kind::Split && kind != Kind::Pool)
        return populationOverOne(std::move(rows), scope, stop);
    Population whole = populationOverOne(rows, scope, stop);
    const std::vector<std::string> baselines = baselinesApart(whole);
    if (baselines.empty() || stop.stop_requested())
        return whole;
    // Every pair counts under every baseline, with or without a time over it.
    std::vector<MetricRow> observations;
    std::vector<std::uint32_t> representatives;
    for (const std::string &each : baselines) {
        Scope one = scope;
        one.rules[GroupBy::Baseline] = {Kind::Only, each};
        const Population part = populationOverOne(rows, one, stop);
        part.appendTo(observations, representatives, Name(each));
    }
    Population out(scope, std::move(observations), representatives);
    out.given = whole.given;
    out.tasks = whole.tasks;
    out.methods = whole.methods;
    out.methodsInScope = std::move(whole.methodsInScope);
    out.attempts = whole.attempts;
    out.severalVersions = whole.severalVersions;
    out.conditions = std::move(whole.conditions);
    out.leftOut = std::move(whole.leftOut);
    out.joined = joinedBaselines(out.observations());
    return out;
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

} // namespace loupe
