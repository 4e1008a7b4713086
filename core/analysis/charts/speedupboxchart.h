// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>

namespace loupe {

/// A box for each group over the speedups of its correct, timed evaluations: quartiles, whiskers to
/// the 5th and 95th percentile, on a log2 axis; with `splitBy` a box for each part.
Result<Chart> speedupBoxChart(std::span<const MetricRow> rows, const ChartRequest &request,
                              const std::stop_token &stop);

} // namespace loupe
