// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/chart.h"

#include <vector>

namespace loupe {

/// A linear axis with a tick for each of these rounds, fewer where there are many.
ChartAxis roundAxis(const std::vector<int> &rounds);

/// Of the speedups that lines and dots of a panel show, bands included; at least from 1/2 to 2.
ChartAxis roundSpeedupAxis(const ChartPanel &panel);

} // namespace loupe
