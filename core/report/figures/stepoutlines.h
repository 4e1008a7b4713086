// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/chart.h"

#include <vector>

namespace loupe {

/// One stretch of neighbouring step bars of a series, as a line around them.
struct StepOutline {
    struct Corner {
        double x = 0.0; ///< in the axes' own numbers
        double y = 0.0;
    };
    ChartTone tone;
    std::vector<Corner> corners; ///< from the base at the left to the base at the right
};

/// The outlines of a panel's step bars, series by series. Hollow bars stand on others and have
/// none.
std::vector<StepOutline> stepOutlines(const ChartPanel &panel);

} // namespace loupe
