// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/metrics/scoreboard.h"
#include "core/model/record/metricrow.h"
#include "core/model/saved/chart.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Counts the outcomes of the rows at `places`, in the order of CellOutcome.
ChartStrip outcomeStrip(std::span<const MetricRow> rows, std::span<const std::uint32_t> places,
                        std::string name);

/// Returns the tone of a part of a strip.
ChartTone cellTone(CellOutcome outcome);

/// Returns the parts that occur in any strip of the panels, in their order.
std::vector<ChartLegendEntry> stripLegend(std::span<const ChartPanel> panels);

} // namespace loupe
