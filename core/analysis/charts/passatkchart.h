// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>

namespace loupe {

/// Draws pass@k of each group over k as a line with a band from resampling the tasks. The whole
/// line uses the same tasks: those with enough samples for the largest k drawn.
Result<Chart> passAtKChart(std::span<const MetricRow> rows, const ChartRequest &request,
                           const std::stop_token &stop);

} // namespace loupe
