// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/headlinepair.h"

#include "core/analysis/population/mixture.h"
#include "core/analysis/population/population.h"
#include "core/analysis/population/populationtext.h"

#include <utility>

namespace loupe {

namespace {

RateRow ratesOf(const Population &population)
{
    return rateTable(population.cells(), GroupBy::All).back();
}

} // namespace

HeadlinePair headlinePair(std::vector<MetricRow> rows, const Scope &scope)
{
    HeadlinePair out;
    Scope with = scope;
    with.includeWithheld = true;
    const Population all = populationOf(rows, with);
    out.all = ratesOf(all);
    Scope without = scope;
    without.includeWithheld = false;
    const Population counted = populationOf(std::move(rows), without);
    out.counted = ratesOf(counted);
    out.flagged = {static_cast<std::size_t>(out.counted.flagged), counted.cells().size()};
    for (const MetricRow &cell : counted.cells())
        ++out.outcomes[outcomeOf(cell.verdict)];
    out.population = captionOf(counted);
    return out;
}

} // namespace loupe
