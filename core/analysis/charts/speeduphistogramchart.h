// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>

namespace loupe {

/// A panel for each group with bars of speedupHistogram() as shares of its n, and above them a
/// strip with what became of all of it. With `splitBy` the parts of a group lie over each other as
/// outlines, each with a strip and as shares of its own n; mirrored, the second of two stands
/// upside down; more parts than series have hues are panels of their own. Every evaluation of a
/// group is a member of exactly one part of a strip, and every timed one of exactly one bar.
Result<Chart> speedupHistogramChart(std::span<const MetricRow> rows, const ChartRequest &request,
                                    const std::stop_token &stop);

} // namespace loupe
