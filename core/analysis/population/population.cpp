// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/population.h"

#include "core/analysis/population/conditionvalues.h"
#include "core/analysis/population/recordedcopies.h"
#include "core/analysis/population/rowindex.h"
#include "core/analysis/population/speakers.h"
#include "core/analysis/rows/namenumbers.h"
#include "core/analysis/rows/rowgroups.h"
#include "core/model/confirmedmethod.h"
#include "core/model/protocolname.h"

#include <algorithm>
#include <functional>
#include <unordered_set>
#include <utility>

namespace loupe {

namespace {

void leaveOutWithheld(RowIndex &index, std::vector<LeftOutObservations> &leftOut)
{
    std::size_t count = 0;
    for (RowIndex::Setting &setting : index.settings) {
        if (setting.isWithheld)
            count += std::exchange(setting.rows, 0);
    }
    if (count > 0)
        leftOut.push_back({LeftOutReason::Withheld, GroupBy::All, count});
}

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

/// A round's result with fresh inputs has the round's number, and is no round of its own.
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

/// The number of the group that each row falls into.
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

/// The cells of the index, told apart by further dimensions.
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

/// The considered rows; `speakers` become places among them.
std::vector<MetricRow> consideredRows(std::vector<MetricRow> rows, const RowIndex &index,
                                      std::vector<std::uint32_t> &speakers)
{
    std::size_t count = 0;
    for (const RowIndex::Setting &setting : index.settings)
        count += setting.rows;
    if (count == rows.size())
        return rows;
    // Not moved up within `rows`: what is left of a million rows would hold the memory of all.
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

/// Of what is considered.
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

/// What tells cells apart beside method and task.
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

Population populationOf(std::vector<MetricRow> rows, const Scope &scope,
                        const std::stop_token &stop)
{
    const std::size_t given = rows.size();
    std::vector<LeftOutObservations> leftOut;
    const bool isStrict = scope.verdict == CountedVerdict::Strict;
    if (const std::size_t without = isStrict ? countStrictly(rows) : 0; without > 0)
        leftOut.push_back({LeftOutReason::NoStrictVerdict, GroupBy::All, without});
    const bool mayBeJoined = scope.joinBaselines && joinBaselines(rows);
    RowIndex index = rowIndex(rows);
    if (!scope.includeWithheld)
        leaveOutWithheld(index, leftOut);
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
    // Runs that are held side by side keep what others recorded before.
    const bool isByRun = std::ranges::find(scope.apart, GroupBy::Run) != scope.apart.end();
    if (const std::size_t copies = isByRun ? 0 : removeCopies(rows, index); copies > 0)
        leftOut.push_back({LeftOutReason::Copy, GroupBy::All, copies});
    if (stop.stop_requested())
        return populationOf({}, scope);

    const NumberedCells cells = cellsApart(rows, index, dimensionsOf(scope, found));
    std::vector<std::uint32_t> speakers = speakersOf(rows, index, cells, scope.choice);
    if (stop.stop_requested())
        return populationOf({}, scope);
    Population out(scope, consideredRows(std::move(rows), index, speakers), speakers);
    const CellCounts counts = countCells(index);
    out.given = given;
    out.tasks = counts.tasks;
    out.methods = counts.methods;
    out.severalVersions = index.severalVersions;
    out.conditions = std::move(found);
    out.leftOut = std::move(leftOut);
    if (mayBeJoined)
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
    return out;
}

} // namespace loupe
