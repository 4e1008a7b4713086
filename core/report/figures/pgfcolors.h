// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/chart.h"
#include "core/model/chartcolors.h"
#include "core/report/figures/figurespec.h"

#include <string>

namespace loupe {

/// The colour of a tone in a palette of figures, as the painter of PDFs has it.
Rgb toneRgb(const ChartTone &tone, FigurePalette palette);

/// "{rgb,255:red,0;green,114;blue,178}", as TikZ reads colours.
std::string pgfColor(const Rgb &color);

/// What tells a series apart beside its hue: ", dash pattern=on 4pt off 2pt", or nothing.
std::string pgfDash(const ChartTone &tone);

} // namespace loupe
