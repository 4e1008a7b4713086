// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/sidesstudy.h"

#include "core/analysis/charts/pairedchart.h"
#include "core/analysis/population/population.h"
#include "core/analysis/population/scopedpairs.h"
#include "core/analysis/population/selectedpairs.h"
#include "core/report/tables/comparisontables.h"
#include "core/store/read/scopedrows.h"

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

Error wasCancelled()
{
    return Error{Errc::Cancelled, "cancelled"};
}

} // namespace

const RunComparison *SidesStudy::comparison() const
{
    return compared && compared->comparison ? &*compared->comparison : nullptr;
}

Result<SharedStudy> studySides(StoreReader &reader, const SidesQuestion &question,
                               const std::stop_token &stop)
{
    auto study = std::make_shared<SidesStudy>();
    {
        auto parts = scopedParts(reader, question.filter, question.scope, stop, PairRows::Selected);
        if (!parts)
            return std::move(parts).error();
        SelectedPairs rows(**parts);
        if (stop.stop_requested())
            return wasCancelled();
        study->choices = sideChoices(rows);
        study->sides = question.sides;
        if (!study->sides || !areThere(study->choices, *study->sides)) {
            // The default pair should be in the scope, like the other pages.
            const Population scoped = populationOf(rows, question.scope, stop);
            if (stop.stop_requested())
                return wasCancelled();
            study->sides = usualSides(scoped.observations(), sideChoices(scoped.observations()),
                                      question.marked);
            if (!study->sides)
                study->sides = usualSides(rows.takeAll(), study->choices, question.marked);
        }
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
