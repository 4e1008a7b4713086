// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartpopulation.h"

#include "core/analysis/population/countedsamples.h"
#include "core/analysis/rows/grouping.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace loupe {

Scope chartScope(const ChartRequest &request)
{
    Scope out = *request.scope;
    out.includeWithheld = !request.withoutWithheld;
    tellApart(out, request.groupBy);
    if (request.splitBy)
        tellApart(out, *request.splitBy);
    if (request.kind == ChartKind::DeviceScatter)
        tellApart(out, GroupBy::Device);
    return out;
}

bool drawsObservations(ChartKind kind)
{
    switch (kind) {
    case ChartKind::PassAtK:
    case ChartKind::CostCurve:
    case ChartKind::RoundFlow:
    case ChartKind::RoundSurvival:
    case ChartKind::RoundRates:
    case ChartKind::BestSoFar:
    case ChartKind::RoundChange:
        return true;
    case ChartKind::SpeedupHistogram:
    case ChartKind::FastPCurve:
    case ChartKind::SuccessBars:
    case ChartKind::SpeedupBoxes:
    case ChartKind::HeatMap:
    case ChartKind::DeviceScatter:
    case ChartKind::Roofline:
    case ChartKind::SpeedupViolins:
    case ChartKind::PairedScatter:
        break;
    }
    return false;
}

std::vector<MetricRow> drawnRows(const Population &population, ChartKind kind)
{
    const bool isOfCosts = kind == ChartKind::CostCurve; // Every run costs.
    if (drawsObservations(kind) && !isOfCosts)
        return countedSamples(population);
    const std::span<const MetricRow> rows
        = isOfCosts ? population.observations() : population.cells();
    return {rows.begin(), rows.end()};
}

std::vector<GroupBy> splitConditions(const Population &population)
{
    std::vector<GroupBy> out;
    for (const PopulationCondition &each : population.conditions) {
        if (each.state == PopulationCondition::State::Split)
            out.push_back(each.condition);
    }
    return out;
}

namespace {

bool hasSeries(ChartKind kind)
{
    return kind == ChartKind::SpeedupHistogram || kind == ChartKind::SuccessBars
        || kind == ChartKind::SpeedupBoxes || kind == ChartKind::SpeedupViolins;
}

/// Returns "A100 · Fusion": the values of the conditions, then the group's own name, if any.
std::string nameApart(const MetricRow &row, const std::vector<GroupBy> &conditions, GroupBy groupBy)
{
    std::string out;
    for (const GroupBy each : conditions)
        out += (out.empty() ? "" : " · ") + groupName(row, each);
    return groupBy == GroupBy::All ? out : out + " · " + groupName(row, groupBy);
}

} // namespace

ChartRequest drawnApart(std::vector<MetricRow> &rows, const std::vector<GroupBy> &split,
                        ChartRequest request)
{
    std::vector<GroupBy> left;
    std::ranges::copy_if(split, std::back_inserter(left), [&](GroupBy each) {
        const bool hasPanels = each == GroupBy::Device && request.kind == ChartKind::Roofline;
        return each != request.groupBy && each != request.splitBy && !hasPanels;
    });
    if (!left.empty() && hasSeries(request.kind) && !request.splitBy) {
        request.splitBy = left.front();
        left.erase(left.begin());
    }
    if (left.empty())
        return request;
    const bool isHeatMap = request.kind == ChartKind::HeatMap;
    if (isHeatMap) {
        const GroupBy across = request.splitBy.value_or(GroupBy::Method);
        for (MetricRow &row : rows)
            row.method = Name(nameApart(row, left, across));
        request.splitBy = GroupBy::Method;
        return request;
    }
    for (MetricRow &row : rows)
        row.category = Name(nameApart(row, left, request.groupBy));
    request.groupBy = GroupBy::Category;
    request.sumsSmallGroups = false; // They may be of several devices, which are never pooled.
    return request;
}

} // namespace loupe
