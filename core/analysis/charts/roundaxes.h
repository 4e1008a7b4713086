// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/saved/chart.h"

#include <vector>

namespace loupe {

/// Returns a linear axis with a tick for each round, or fewer if there are many.
ChartAxis roundAxis(const std::vector<int> &rounds);

/// Returns an axis for the speedups of a panel's lines and dots, including bands; it covers at
/// least 1/2 to 2.
ChartAxis roundSpeedupAxis(const ChartPanel &panel);

} // namespace loupe
