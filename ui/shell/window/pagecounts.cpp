// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/pagecounts.h"

#include "core/analysis/population/mixture.h"
#include "core/report/documents/suspicions.h"
#include "core/store/read/scopedrows.h"

#include <algorithm>
#include <utility>

namespace loupe::ui {

namespace {

std::int64_t failedCells(const Population &population)
{
    return std::ranges::count_if(
        population.cells(), [](const MetricRow &row) { return isFailure(outcomeOf(row.verdict)); });
}

} // namespace

Result<PageCounts> readPageCounts(StoreReader &reader, const Filter &filter,
                                  const Population &population, const std::stop_token &stop)
{
    PageCounts out;
    if (population.scope().verdict == CountedVerdict::OfRun) {
        out.failures = failedCells(population);
    } else {
        auto rows = scopedRows(reader, filter, population.scope(), stop);
        if (!rows)
            return std::move(rows).error();
        out.failures
            = failedCells(populationOf(std::move(*rows), runVerdictScope(population), stop));
    }
    const auto unreviewed = unreviewedSuspicions(reader, filter, population, stop);
    if (!unreviewed)
        return unreviewed.error();
    out.unreviewed = *unreviewed;
    const auto figures = reader.figures();
    if (!figures)
        return figures.error();
    out.figures = static_cast<std::int64_t>(figures->size());
    return out;
}

} // namespace loupe::ui
