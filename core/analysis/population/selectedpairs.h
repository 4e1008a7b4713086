// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/metricrow.h"

#include <vector>

namespace loupe {

/// Takes out the rows of task × method pairs of which the filter selects no attempt. For sides of a
/// comparison: each chooses its conditions among its own pairs.
void keepSelectedPairs(std::vector<MetricRow> &rows);

} // namespace loupe
