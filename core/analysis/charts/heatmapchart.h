// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>

namespace loupe {

/// Tasks down, the parts of `splitBy` (methods where it is empty) across. A cell is the geometric
/// mean speedup of its correct, timed evaluations, else the outcome that most of its evaluations
/// have. Tasks stand by group and name, or where `request.order` says so by likeness.
Result<Chart> heatMapChart(std::span<const MetricRow> rows, const ChartRequest &request,
                           const std::stop_token &stop);

} // namespace loupe
