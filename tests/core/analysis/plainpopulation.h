// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"

#include <cstdint>
#include <span>
#include <vector>

namespace loupe::test {

/// A population worked out the slow way, rule after rule, each by looking at all rows.
struct PlainPopulation {
    std::vector<std::int64_t> cells;        ///< ids of the speakers
    std::vector<std::int64_t> observations; ///< ids of what is considered
    std::size_t flagged = 0;                ///< of the cells
    std::size_t tasks = 0;
    std::size_t methods = 0;
    std::size_t severalVersions = 0;
    std::vector<PopulationCondition> conditions;
    std::vector<LeftOutObservations> leftOut;
};

/// Of rows without reference times. Takes the square of their number.
PlainPopulation plainPopulation(std::span<const MetricRow> rows, const Scope &scope);

} // namespace loupe::test
