// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>

namespace loupe {

/// Draws a box for each group over the speedups of its correct, timed evaluations, on a log2 axis.
/// A box shows quartiles, with whiskers to the 5th and 95th percentile. With `splitBy`, each part
/// has a box.
Result<Chart> speedupBoxChart(std::span<const MetricRow> rows, const ChartRequest &request,
                              const std::stop_token &stop);

} // namespace loupe
