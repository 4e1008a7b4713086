// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/saved/chart.h"
#include "core/model/saved/chartcolors.h"
#include "core/report/figures/figurespec.h"

namespace loupe {

/// Returns the colour of a tone in a palette, on paper.
Rgb toneRgb(const ChartTone &tone, FigurePalette palette);

} // namespace loupe
