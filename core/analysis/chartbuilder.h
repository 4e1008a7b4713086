// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string_view>

namespace loupe {

std::span<const ChartKindFacts> allChartKinds();
const ChartKindFacts &facts(ChartKind kind);
std::optional<ChartKind> chartKindFromId(std::string_view id);

/// The chart of these rows. Refused with the reason where the rows cannot support it (no rounds,
/// one device alone …) and Cancelled when told to stop.
Result<Chart> buildChart(std::span<const MetricRow> rows, const ChartRequest &request,
                         const std::stop_token &stop = {});

} // namespace loupe
