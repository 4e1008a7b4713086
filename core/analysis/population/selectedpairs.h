// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/record/metricrow.h"

#include <vector>

namespace loupe {

/// Removes the rows of task × method pairs without any attempt that the filter selects. Sides of a
/// comparison use it, so that each chooses its conditions among its own pairs.
void keepSelectedPairs(std::vector<MetricRow> &rows);

} // namespace loupe
