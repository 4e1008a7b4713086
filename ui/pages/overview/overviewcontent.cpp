// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/overviewcontent.h"

#include "core/report/documents/suspicions.h"
#include "core/store/read/pairselection.h"
#include "core/store/read/scopedrows.h"

#include <utility>

namespace loupe::ui {

Result<std::shared_ptr<const OverviewContent>>
readOverview(StoreReader &reader, const Filter &filter,
             std::shared_ptr<const Population> population, const std::stop_token &stop)
{
    auto reasons = reader.failureReasons(withoutSpeedups(filter), stop);
    if (!reasons)
        return std::move(reasons).error();
    auto findings = observedFindings(reader, filter, *population, stop);
    if (!findings)
        return std::move(findings).error();
    auto reviews = reader.reviews();
    if (!reviews)
        return std::move(reviews).error();
    auto out = std::make_shared<OverviewContent>();
    out->board = scoreboard(*population);
    out->categories = categoryMatrix(*population, out->board);
    out->causes = causeMatrix(*population, out->board, *reasons);
    out->audit = auditState(*findings, *reviews);
    out->population = std::move(population);
    return std::shared_ptr<const OverviewContent>(std::move(out));
}

Result<FasterThanAll> readBaselines(StoreReader &reader, const Filter &filter,
                                    const Population &population, const std::stop_token &stop)
{
    const auto rows = scopedParts(reader, filter, population.scope(), stop);
    if (!rows)
        return rows.error();
    return fasterThanAll(populationsOverEach(**rows, population));
}

} // namespace loupe::ui
