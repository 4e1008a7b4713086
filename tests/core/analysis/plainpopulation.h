// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"

#include <cstdint>
#include <span>
#include <vector>

namespace loupe::test {

/// Population computed the slow way: each rule by looking at all rows.
struct PlainPopulation {
    std::vector<std::int64_t> cells;        ///< ids of the representatives
    std::vector<std::int64_t> observations; ///< ids of the rows in the scope
    std::size_t flagged = 0;                ///< number of flagged cells
    std::size_t tasks = 0;
    std::size_t methods = 0;
    std::size_t severalVersions = 0;
    std::vector<PopulationCondition> conditions;
    std::vector<LeftOutObservations> leftOut;
};

/// Computes the population of rows without reference times, in quadratic time.
PlainPopulation plainPopulation(std::span<const MetricRow> rows, const Scope &scope);

} // namespace loupe::test
