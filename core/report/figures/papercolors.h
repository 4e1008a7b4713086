// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/chart.h"
#include "core/model/chartcolors.h"
#include "core/report/figures/figurespec.h"

namespace loupe {

/// Returns the colour of a tone in a palette, on paper.
Rgb toneRgb(const ChartTone &tone, FigurePalette palette);

} // namespace loupe
