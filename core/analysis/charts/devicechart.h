// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>

namespace loupe {

/// Each task of each method as a dot: its speedup on the device with most evaluations against that
/// on every other one, a panel for each; then the ratio of the two as a histogram. More than 5 000
/// dots are gathered into tiles, whose dots are as large as what they stand for.
Result<Chart> deviceChart(std::span<const MetricRow> rows, const ChartRequest &request,
                          const std::stop_token &stop);

} // namespace loupe
