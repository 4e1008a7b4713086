// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>

namespace loupe {

/// Draws attained operations per second over operations per byte, with a panel per device that
/// shows its measured ceilings. Speeds above the ceiling are hollow, evaluations faster than
/// physically possible are crossed. The definition says how many results are not drawn, and why.
/// More than 5 000 dots are merged into tiles.
Result<Chart> rooflineChart(std::span<const MetricRow> rows, const ChartRequest &request,
                            const std::stop_token &stop);

} // namespace loupe
