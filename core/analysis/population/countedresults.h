// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/metricrow.h"

#include <cstddef>
#include <span>
#include <vector>

namespace loupe {

// A population over several baselines that are split or pooled has a row per result and baseline.
// Lists show each result once, so counts of results must not depend on the number of baselines.

/// Returns the first row of each result. Rows without an id are results of their own.
std::vector<const MetricRow *> resultsAmong(std::span<const MetricRow> rows);

/// Returns the number of results among the rows of a population.
std::size_t countResults(std::span<const MetricRow> rows);

} // namespace loupe
