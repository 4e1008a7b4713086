// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartbuilder.h"
#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/metrics/rooflinestudy.h"

#include <vector>

namespace loupe {

/// Returns the groups of the results that a roofline draws. Conditions that must not be pooled stay
/// separate.
std::vector<RooflineGroup> rooflineGroups(const ChartRows &kept, const ChartRequest &request);

} // namespace loupe
