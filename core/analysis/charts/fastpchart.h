// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>

namespace loupe {

/// fast_p() of each group over p, one line each, with a band from resampling the tasks. A group has
/// its value at the first of `request.fast` in the legend; all of them are points of the line, and
/// their threshold rule is that of the whole curve. More than eight groups: a panel each.
Result<Chart> fastPChart(std::span<const MetricRow> rows, const ChartRequest &request,
                         const std::stop_token &stop);

} // namespace loupe
