// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartbuilder.h"
#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/metrics/rooflinestudy.h"
#include "core/model/saved/chart.h"

#include <vector>

namespace loupe {

/// Returns the groups of the results that a roofline draws. Conditions that must not be pooled stay
/// separate.
std::vector<RooflineGroup> rooflineGroups(const ChartRows &kept, const ChartRequest &request);

/// Draws how many results reached which share of their measured ceiling, with a panel for each
/// panel of the roofline that has a ceiling. Without a ceiling the chart has no panels.
Chart rooflineShareChart(const ChartRows &kept, const ChartRequest &request);

} // namespace loupe
