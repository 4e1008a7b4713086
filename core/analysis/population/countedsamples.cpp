// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/countedsamples.h"

#include "core/analysis/rows/namenumbers.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>

namespace loupe {

namespace {

using PairOfRun = NameKey<4>;

PairOfRun pairOfRun(const MetricRow &row)
{
    return {row.run, row.method, row.suite, row.task};
}

} // namespace

std::vector<MetricRow> countedSamples(const Population &population)
{
    std::unordered_set<PairOfRun, NameKeyHash<4>> counted;
    for (const MetricRow &cell : population.cells())
        counted.insert(pairOfRun(cell));
    std::vector<MetricRow> out;
    out.reserve(population.observations().size());
    std::ranges::copy_if(population.observations(), std::back_inserter(out),
                         [&](const MetricRow &row) { return counted.contains(pairOfRun(row)); });
    return out;
}

} // namespace loupe
