// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/chart.h"
#include "core/report/figures/figurespec.h"

#include <string>

namespace loupe {

/// Options of a panel's axis that draw its strips above the plot, which does not cut them, and lift
/// its title; nothing without strips.
std::string pgfStrips(const ChartPanel &panel, FigurePalette palette);

} // namespace loupe
