// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>

namespace loupe {

/// Draws a bar for each group: the share of its judged evaluations that is correct, with a
/// bootstrap interval over tasks. With `splitBy`, each part has a bar. Results that are correct
/// only under suspicion are stacked hollow on top.
Result<Chart> successChart(std::span<const MetricRow> rows, const ChartRequest &request,
                           const std::stop_token &stop);

} // namespace loupe
