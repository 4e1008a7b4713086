// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/metricrow.h"
#include "core/store/rows/filtersql.h"
#include "core/store/sqlite/twinconnection.h"

#include <stop_token>
#include <vector>

namespace loupe {

/// The matching rows in the order in which they were stored. Ends as scanEvaluations() does. Costs
/// are a fifth of the work: they lie with the candidates.
Result<std::vector<MetricRow>> readMetricRows(TwinTransactions &store,
                                              const SqlCondition &condition, bool withCosts,
                                              std::stop_token stop);

} // namespace loupe
