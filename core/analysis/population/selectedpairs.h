// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/rowparts.h"
#include "core/model/record/metricrow.h"

#include <vector>

namespace loupe {

/// Returns the rows of those task × method pairs of which the filter selects an attempt. Sides of a
/// comparison use it, so that each chooses its conditions among its own pairs.
std::vector<MetricRow> selectedPairs(RowParts &parts);

} // namespace loupe
