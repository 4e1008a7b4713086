// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>

namespace loupe {

/// Draws each task of each method as a dot: its speedup on the device with most evaluations against
/// that on another device. Each other device has a panel, followed by a histogram of the ratios.
/// More than 5 000 dots are merged into tiles, with dots sized by their weight.
Result<Chart> deviceChart(std::span<const MetricRow> rows, const ChartRequest &request,
                          const std::stop_token &stop);

} // namespace loupe
