// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <span>
#include <stop_token>

namespace loupe {

/// Draws a panel per group: bars of speedupHistogram() as shares of its n, and above them a strip
/// with the outcomes. With `splitBy`, the parts of a group are overlaid as outlines, each with a
/// strip and shares of its own n. If mirrored, the second of two parts is drawn upside down. More
/// parts than series have hues become panels. Every evaluation of a group is in exactly one part of
/// a strip, and every timed one in exactly one bar.
Result<Chart> speedupHistogramChart(std::span<const MetricRow> rows, const ChartRequest &request,
                                    const std::stop_token &stop);

} // namespace loupe
