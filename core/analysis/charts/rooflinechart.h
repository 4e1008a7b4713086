// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>

namespace loupe {

/// Attained operations per second over operations per byte, a panel for each device with its
/// measured ceilings. Evaluations that are faster than physics allows are flagged. More than 5 000
/// dots are gathered into tiles.
Result<Chart> rooflineChart(std::span<const MetricRow> rows, const ChartRequest &request,
                            const std::stop_token &stop);

} // namespace loupe
