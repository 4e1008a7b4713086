// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/frame/chartsource.h"

#include "core/analysis/charts/chartbuilder.h"
#include "core/report/figures/paperfigure.h"
#include "core/store/read/scopedrows.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/storesession.h"

#include <utility>

namespace loupe::ui {

ChartSource chartSource(const StoreSession &session, const ChartRequest &request)
{
    ChartSource out{session.pool(), session.filter(), session.population().current()};
    const bool isOfOther = out.population && out.population->scope() != chartScope(request);
    if (isOfOther || request.kind == ChartKind::CostCurve) // A population has no costs.
        out.population.reset();
    return out;
}

Result<ChartRows> readRows(const ChartSource &source, const ChartRequest &request,
                           const std::stop_token &stop)
{
    if (source.population && !drawsShapes(request))
        return chartRows(*source.population, request);
    return source.pool->with([&](StoreReader &reader) -> Result<ChartRows> {
        if (source.population)
            return withShapesIfDrawn(reader, chartRows(*source.population, request), request, stop);
        auto rows = scopedRows(reader, source.filter, request.scope.value_or(Scope()), stop);
        if (!rows)
            return std::move(rows).error();
        return withShapesIfDrawn(reader, chartRows(std::move(*rows), request), request, stop);
    });
}

} // namespace loupe::ui
