// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/comparison/runcomparison.h"
#include "core/base/result.h"
#include "core/model/chart.h"

#include <span>
#include <stop_token>
#include <string>

namespace loupe {

/// Two sides at the tasks that both solved and that are timed on both: a dot for each, the first
/// side (the baseline of the comparison) across, the second upwards, on logarithmic axes of one
/// range, with the band of noise around equality. Unsupported where nothing is timed on both.
Result<Chart> pairedChart(const RunComparison &comparison, const std::string &first,
                          const std::string &second);

/// The same of the two largest groups of the rows, by method where the request's groups share no
/// tasks.
Result<Chart> pairedScatterChart(std::span<const MetricRow> rows, const ChartRequest &request,
                                 const std::stop_token &stop);

} // namespace loupe
