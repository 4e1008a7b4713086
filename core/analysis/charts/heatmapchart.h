// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>

namespace loupe {

/// Draws tasks as rows and the parts of `splitBy` (default: methods) as columns. A cell shows the
/// geometric mean speedup of its correct, timed evaluations, else its most frequent outcome. Tasks
/// are sorted by group and name, or by likeness if `request.order` says so.
Result<Chart> heatMapChart(std::span<const MetricRow> rows, const ChartRequest &request,
                           const std::stop_token &stop);

} // namespace loupe
