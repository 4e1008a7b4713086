// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/chart.h"
#include "core/report/figures/figurespec.h"

#include <string>

namespace loupe {

/// Returns axis options that draw a panel's strips above the plot, outside its clipping, and raise
/// its title; empty without strips.
std::string pgfStrips(const ChartPanel &panel, FigurePalette palette);

} // namespace loupe
