// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/comparison/runcomparison.h"
#include "core/base/result.h"
#include "core/model/saved/chart.h"

#include <span>
#include <stop_token>
#include <string>

namespace loupe {

/// Draws a dot for each task that both sides solved and timed. The first side (the baseline) is on
/// the x axis, the second on the y axis. Both axes are logarithmic with the same range, and a band
/// shows the noise around equality. Fails with Unsupported if no task is timed on both sides.
Result<Chart> pairedChart(const RunComparison &comparison, const std::string &first,
                          const std::string &second);

/// Does the same for the two largest groups of the rows, by method if the request's groups share no
/// tasks.
Result<Chart> pairedScatterChart(std::span<const MetricRow> rows, const ChartRequest &request,
                                 const std::stop_token &stop);

} // namespace loupe
