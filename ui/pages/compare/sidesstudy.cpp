// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/sidesstudy.h"

#include "core/analysis/charts/pairedchart.h"
#include "core/analysis/population/population.h"
#include "core/analysis/population/scopedpairs.h"
#include "core/analysis/population/selectedpairs.h"
#include "core/report/tables/comparisontables.h"
#include "core/store/read/scopedrows.h"

#include <span>
#include <utility>

namespace loupe::ui {

namespace {

constexpr std::size_t maxGroups = 8;

void fill(SidesStudy &study)
{
    const RunComparison *const comparison = study.comparison();
    if (comparison == nullptr)
        return;
    study.matrix = transitionMatrix(*comparison);
    study.grouping = groupingOf(*comparison);
    study.groups = groupSpeeds(*comparison, study.grouping, maxGroups);
    study.differences = topDifferences(*comparison);
    study.figures = comparedFiguresTable(*comparison);
    const SidesSummary &summary = *study.compared->summary;
    if (auto chart = pairedChart(*comparison, summary.first, summary.second))
        study.chart = std::move(*chart);
}

/// Returns false if the filter leaves nothing of A or B.
bool areThere(const SideChoices &choices, const SidePair &sides)
{
    return choices.has(sides.first) && choices.has(sides.second);
}

/// Returns the rows among which a comparison chooses its sides.
Result<std::unique_ptr<RowParts>> readParts(StoreReader &reader, const SidesQuestion &question,
                                            const std::stop_token &stop)
{
    auto parts = scopedParts(reader, question.filter, question.scope, stop, PairRows::Selected);
    if (parts && stop.stop_requested())
        return Error{Errc::Cancelled, "cancelled"};
    return parts;
}

Result<SideChoices> readChoices(StoreReader &reader, const SidesQuestion &question,
                                const std::stop_token &stop)
{
    const auto parts = readParts(reader, question, stop);
    return parts ? Result(sideChoices(SelectedPairs(**parts))) : parts.error();
}

Result<std::shared_ptr<const Population>>
readPopulation(StoreReader &reader, const SidesQuestion &question, const std::stop_token &stop)
{
    if (question.population)
        return question.population;
    const auto parts = partsOfScope(reader, question.filter, question.scope, stop);
    if (!parts)
        return parts.error();
    return std::make_shared<const Population>(populationOf(**parts, question.scope, stop));
}

/// Returns the pair to begin with, if possible in the scope, like the other pages.
Result<std::optional<SidePair>> readUsualSides(StoreReader &reader, const SidesQuestion &question,
                                               const SideChoices &choices,
                                               const std::stop_token &stop)
{
    const auto scoped = readPopulation(reader, question, stop);
    if (!scoped)
        return scoped.error();
    const std::span<const MetricRow> rows = (*scoped)->observations();
    auto usual = usualSides(rows, sideChoices(rows), question.marked);
    // A speedup over a joined reference may select pairs that no side has.
    if (usual && areThere(choices, *usual))
        return usual;
    const auto parts = readParts(reader, question, stop);
    return parts ? Result(usualSides(selectedPairs(**parts), choices, question.marked))
                 : parts.error();
}

} // namespace

Result<SharedStudy> studySides(StoreReader &reader, const SidesQuestion &question,
                               const std::stop_token &stop)
{
    auto study = std::make_shared<SidesStudy>();
    auto choices = readChoices(reader, question, stop);
    if (!choices)
        return std::move(choices).error();
    study->choices = std::move(*choices);
    study->sides = question.sides;
    if (!study->sides || !areThere(study->choices, *study->sides)) {
        auto usual = readUsualSides(reader, question, study->choices, stop);
        if (!usual)
            return std::move(usual).error();
        study->sides = std::move(*usual);
    }
    if (!study->sides)
        return SharedStudy(std::move(study));
    SidesRequest request;
    request.first = study->sides->first;
    request.second = study->sides->second;
    request.filter = question.filter;
    request.scope = question.scope;
    request.measure = question.measure;
    request.allowChangedTasks = question.allowChangedTasks;
    auto compared = compareSides(reader, request, stop);
    if (!compared && compared.error().code == Errc::Cancelled)
        return std::move(compared).error();
    if (compared)
        study->compared = std::move(*compared);
    else
        study->error = compared.error();
    fill(*study);
    return SharedStudy(std::move(study));
}

} // namespace loupe::ui
