// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/overviewcontent.h"

#include "core/report/documents/suspicions.h"
#include "core/store/read/pairselection.h"
#include "core/store/read/scopedrows.h"

#include <span>
#include <utility>
#include <vector>

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

Result<std::vector<ComparedBaselines>> readBaselines(StoreReader &reader, const Filter &filter,
                                                     const Population &population,
                                                     const std::stop_token &stop)
{
    if (isSplit(population.scope())) { // its blocks need all rows at once
        const auto rows = scopedRows(reader, filter, population.scope(), stop, RowCosts::Skip);
        if (!rows)
            return rows.error();
        return comparedBaselines(std::span(&population, 1), *rows);
    }
    const auto rows = partsOfScope(reader, filter, population.scope(), stop);
    if (!rows)
        return rows.error();
    FasterThanAll over = fasterThanAll(cellsOverEach(**rows, population));
    std::vector<ComparedBaselines> out;
    if (over.hasSeveral())
        out.push_back({population.scope(), {}, std::move(over)});
    return out;
}

} // namespace loupe::ui
