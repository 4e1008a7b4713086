// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/charts/rooflineshares.h"

#include "core/analysis/charts/chartpopulation.h"

namespace loupe {

std::vector<RooflineGroup> rooflineGroups(const ChartRows &kept, const ChartRequest &request)
{
    if (kept.split.empty())
        return rooflineGroups(kept.rows, rooflineStudy(kept.rows), request.groupBy);
    std::vector<MetricRow> apart = kept.rows;
    const ChartRequest drawn = drawnApart(apart, kept.split, request);
    return rooflineGroups(apart, rooflineStudy(apart), drawn.groupBy);
}

} // namespace loupe
