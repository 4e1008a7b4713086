// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/saved/chart.h"

#include <vector>

namespace loupe {

/// Outline of adjacent step bars of a series.
struct StepOutline {
    struct Corner {
        double x = 0.0; ///< in units of the axes
        double y = 0.0;
    };
    ChartTone tone;
    std::vector<Corner> corners; ///< from the base at the left to the base at the right
};

/// Returns the outlines of a panel's step bars, series by series. Hollow bars are stacked on others
/// and have none.
std::vector<StepOutline> stepOutlines(const ChartPanel &panel);

} // namespace loupe
