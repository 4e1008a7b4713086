// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>

namespace loupe {

/// Draws fast_p() of each group over p as a line with a band from resampling the tasks. The legend
/// shows each group's value at the first threshold of `request.fast`. All these thresholds are
/// points of the line, and their rule applies to the whole curve. More than eight groups become a
/// panel each.
Result<Chart> fastPChart(std::span<const MetricRow> rows, const ChartRequest &request,
                         const std::stop_token &stop);

} // namespace loupe
