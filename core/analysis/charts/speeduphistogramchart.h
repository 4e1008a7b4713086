// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>

namespace loupe {

/// A panel for each group with bars of speedupHistogram(). What has no speedup stands at the left
/// on a scale of its own, as a share of the group's n. With `splitBy` the parts of a group stand
/// side by side in each bin, as shares of their own n; mirrored, the second of two stands upside
/// down. Every evaluation of a group is a member of exactly one bar.
Result<Chart> speedupHistogramChart(std::span<const MetricRow> rows, const ChartRequest &request,
                                    const std::stop_token &stop);

} // namespace loupe
