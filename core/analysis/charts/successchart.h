// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>

namespace loupe {

/// A bar for each group: the share of its judged evaluations that is correct, with a bootstrap
/// interval over tasks; with `splitBy` a bar for each part. What is only correct under suspicion
/// stands hollow on top.
Result<Chart> successChart(std::span<const MetricRow> rows, const ChartRequest &request,
                           const std::stop_token &stop);

} // namespace loupe
