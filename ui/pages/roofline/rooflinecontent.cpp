// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/roofline/rooflinecontent.h"

#include "core/analysis/charts/rooflineshares.h"
#include "ui/pages/frame/chartsource.h"

namespace loupe::ui {

Result<std::shared_ptr<const RooflineContent>>
readRoofline(const ChartSource &source, const ChartRequest &request, const std::stop_token &stop)
{
    const auto rows = readRows(source, request, stop);
    if (!rows)
        return rows.error();
    const RooflineStudy study = rooflineStudy(rows->rows);
    auto chart = buildChart(*rows, request, stop);
    if (!chart && chart.error().code == Errc::Cancelled)
        return std::move(chart).error();
    return std::make_shared<const RooflineContent>(RooflineContent{
        rows->rows.size(), study.placed.size(), rooflineGroups(*rows, request),
        rooflineNotes(rows->rows, study), rooflineShareChart(*rows, request), std::move(chart)});
}

} // namespace loupe::ui
