// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/ratetable.h"
#include "core/analysis/metrics/shaperows.h"
#include "core/analysis/population/population.h"
#include "core/store/read/storereader.h"

#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Calls `each` for every row in order, with its evaluation if `isMeasured` holds, else with
/// nullptr. Reads a few hundred evaluations at a time.
Status forEachMeasured(StoreReader &reader, std::span<const MetricRow> rows,
                       const std::function<bool(const MetricRow &)> &isMeasured,
                       const std::function<void(const MetricRow &, const Evaluation *)> &each);

/// Splits the rows by shape, with the times that it reads. Fails with Cancelled if stopped.
Result<RowsByShape> readRowsByShape(StoreReader &reader, std::span<const MetricRow> rows,
                                    const std::stop_token &stop = {});

/// Rates of a population's groups.
struct GroupRates {
    std::vector<RateRow> rows;
    std::string shapes; ///< how shapes were counted; empty for other groups
};

/// Returns rateTable() of the population. Groups by shape have no row "all", because shapes are
/// never pooled.
Result<GroupRates> readGroupRates(StoreReader &reader, const Population &population,
                                  GroupBy groupBy);

} // namespace loupe
