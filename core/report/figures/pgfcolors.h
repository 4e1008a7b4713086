// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/chart.h"
#include "core/model/chartcolors.h"
#include "core/report/figures/figurespec.h"

#include <string>

namespace loupe {

/// Returns the colour of a tone in a palette, the same as in PDFs.
Rgb toneRgb(const ChartTone &tone, FigurePalette palette);

/// Returns "{rgb,255:red,0;green,114;blue,178}", in TikZ syntax.
std::string pgfColor(const Rgb &color);

/// Returns the line style that distinguishes a series in addition to its hue: ", dash pattern=on
/// 4pt off 2pt", or an empty string.
std::string pgfDash(const ChartTone &tone);

} // namespace loupe
