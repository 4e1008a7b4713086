// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/chart.h"

#include <vector>

namespace loupe::ui {

/// Return charts with invented numbers, which together contain every kind of mark.
Chart sampleHistograms(); ///< seven categories with failures
/// Returns outlines of three series in each panel, with strips.
Chart sampleOverlays(int panels);
Chart sampleCurves();  ///< two lines with bands, three without
Chart sampleBoxes();   ///< long category names
Chart sampleViolins(); ///< includes a few values as dots
Chart sampleHeatMap(); ///< speedups, gaps
Chart sampleOutcomeMap();
Chart sampleScatter();
Chart sampleRates();
Chart sampleFlow();

std::vector<Chart> allSampleCharts();

} // namespace loupe::ui
