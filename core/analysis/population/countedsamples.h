// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/population.h"
#include "core/model/record/metricrow.h"

#include <vector>

namespace loupe {

/// Returns the observations for estimates over samples: of each cell, those in the run of its
/// representative. Estimates take samples by run, so a pair that several runs recorded would count
/// several times.
std::vector<MetricRow> countedSamples(const Population &population);

} // namespace loupe
