// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>

namespace loupe {

/// Share of tasks solved within a budget, over the budget: what the samples and rounds of a task up
/// to and with its first correct one cost together. A line for each group; the legend has the cost
/// of everything over the solved tasks, as costPerSuccess() defines it.
Result<Chart> costChart(std::span<const MetricRow> rows, const ChartRequest &request,
                        const std::stop_token &stop);

} // namespace loupe
