// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/population.h"

#include "core/analysis/population/conditionvalues.h"
#include "core/analysis/population/recordedcopies.h"
#include "core/analysis/population/speakers.h"
#include "core/analysis/population/taskcontents.h"
#include "core/analysis/rows/namenumbers.h"
#include "core/analysis/rows/rowgroups.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace loupe {

namespace {

struct NumberedCells {
    std::vector<std::uint32_t> cellOf; ///< of each row
    std::size_t count = 0;
};

/// Methods at tasks, whatever the conditions.
NumberedCells methodsAtTasks(std::span<const MetricRow> rows, const TaskContents &contents)
{
    NameNumbers<4> numbers;
    NumberedCells out;
    out.cellOf.reserve(rows.size());
    // The rounds of a sample lie together: no need to look each up.
    std::optional<NameKey<4>> last;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const NameKey<4> key{rows[i].suite, rows[i].task, contents.hashOf[i], rows[i].method};
        out.cellOf.push_back(last && key == *last ? out.cellOf.back() : numbers[key]);
        last = key;
    }
    out.count = numbers.size();
    return out;
}

/// Cells told apart by one more dimension.
NumberedCells apart(std::span<const MetricRow> rows, const NumberedCells &cells, GroupBy dimension)
{
    const RowGroups groups = rowGroups(rows, dimension);
    std::unordered_map<std::uint64_t, std::uint32_t> numbers;
    NumberedCells out;
    out.cellOf.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint64_t key = (std::uint64_t{cells.cellOf[i]} << 32U) | groups.groupOf[i];
        out.cellOf.push_back(
            numbers.try_emplace(key, static_cast<std::uint32_t>(numbers.size())).first->second);
    }
    out.count = numbers.size();
    return out;
}

void leaveOut(PlacedRows &placed, LeftOutReason reason, std::vector<LeftOutObservations> &leftOut,
              auto isOut)
{
    const std::size_t count = std::erase_if(
        placed.places, [&](std::uint32_t place) { return isOut(placed.rows[place]); });
    if (count > 0)
        leftOut.push_back({reason, GroupBy::All, count});
}

/// The rows at `places`; `speakers` become places among them.
std::vector<MetricRow> compacted(std::vector<MetricRow> rows,
                                 const std::vector<std::uint32_t> &places,
                                 std::vector<std::uint32_t> &speakers)
{
    if (places.size() == rows.size())
        return rows;
    std::size_t speaker = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (speaker < speakers.size() && speakers[speaker] == places[i])
            speakers[speaker++] = static_cast<std::uint32_t>(i);
        if (places[i] != i)
            rows[i] = std::move(rows[places[i]]);
    }
    rows.resize(places.size());
    return rows;
}

std::size_t countTasks(std::span<const MetricRow> rows, const TaskContents &contents,
                       const std::vector<std::uint32_t> &places)
{
    NameNumbers<3> numbers;
    for (const std::uint32_t place : places)
        numbers[{rows[place].suite, rows[place].task, contents.hashOf[place]}];
    return numbers.size();
}

std::size_t countMethods(std::span<const MetricRow> rows, const std::vector<std::uint32_t> &places)
{
    std::unordered_set<Name> methods;
    Name last;
    for (const std::uint32_t place : places) {
        if (methods.empty() || rows[place].method != last)
            methods.insert(last = rows[place].method);
    }
    return methods.size();
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

Population populationOf(std::vector<MetricRow> rows, const Scope &scope)
{
    const std::size_t given = rows.size();
    const bool mayBeJoined = scope.joinBaselines && joinBaselines(rows);
    const TaskContents contents = taskContents(rows);
    NumberedCells cells = methodsAtTasks(rows, contents);
    PlacedRows placed{rows, cells.cellOf, std::vector<std::uint32_t>(rows.size())};
    std::iota(placed.places.begin(), placed.places.end(), 0U);

    std::vector<LeftOutObservations> leftOut;
    if (!scope.includeWithheld)
        leaveOut(placed, LeftOutReason::Withheld, leftOut,
                 [](const MetricRow &row) { return row.isWithheld; });
    if (scope.choice.rule == AttemptRule::AtRound)
        leaveOut(placed, LeftOutReason::OtherRound, leftOut,
                 [&](const MetricRow &row) { return row.round != scope.choice.round; });
    std::vector<PopulationCondition> found;
    found.reserve(scopeConditions.size());
    const SeenConditions seen(placed);
    for (const GroupBy condition : scopeConditions)
        found.push_back(applyCondition(placed, seen, condition, scope.rule(condition), leftOut));
    // Runs that are held side by side keep what others recorded before.
    const bool isByRun = std::ranges::find(scope.apart, GroupBy::Run) != scope.apart.end();
    if (const std::size_t copies = isByRun ? 0 : removeCopies(placed); copies > 0)
        leftOut.push_back({LeftOutReason::Copy, GroupBy::All, copies});

    for (const GroupBy dimension : dimensionsOf(scope, found))
        cells = apart(rows, cells, dimension);
    placed.cellOf = cells.cellOf;
    std::vector<std::uint32_t> speakers = speakersOf(placed, cells.count, scope.choice);

    const std::size_t tasks = countTasks(rows, contents, placed.places);
    const std::size_t methods = countMethods(rows, placed.places);
    Population out(scope, compacted(std::move(rows), placed.places, speakers), speakers);
    out.given = given;
    out.tasks = tasks;
    out.methods = methods;
    out.severalVersions = contents.severalVersions;
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
