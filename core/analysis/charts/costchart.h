// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>

namespace loupe {

/// Draws the share of tasks solved within a budget, over the budget. The cost of a task covers its
/// samples and rounds up to and including the first correct one. Each group is a line; the legend
/// shows the total cost per solved task, as costPerSuccess() defines it.
Result<Chart> costChart(std::span<const MetricRow> rows, const ChartRequest &request,
                        const std::stop_token &stop);

} // namespace loupe
