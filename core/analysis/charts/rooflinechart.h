// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/model/metricrow.h"

#include <cstddef>
#include <span>
#include <stop_token>

namespace loupe {

/// Maximum number of devices that have a panel.
inline constexpr std::size_t maxRooflineDevices = 6;

/// Draws attained operations per second over operations per byte, with a panel per device that
/// shows its measured ceilings, and those in its data sheet if they are known. Speeds above the
/// ceiling are hollow, evaluations faster than physically possible are crossed. The definition says
/// how many results are not drawn, and why. More than 5 000 dots are merged into tiles.
Result<Chart> rooflineChart(std::span<const MetricRow> rows, const ChartRequest &request,
                            const std::stop_token &stop);

} // namespace loupe
