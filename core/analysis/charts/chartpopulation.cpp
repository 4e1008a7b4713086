// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/chartpopulation.h"

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

std::span<const MetricRow> drawnRows(const Population &population, ChartKind kind)
{
    return drawsObservations(kind) ? population.observations() : population.cells();
}

} // namespace loupe
