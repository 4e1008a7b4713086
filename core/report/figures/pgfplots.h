// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/report/figures/figurespec.h"

#include <string>

namespace loupe {

/// The chart as a tikzpicture for LaTeX's package pgfplots with its library groupplots: cells,
/// bars, boxes, violins, lines with bands, dots, flows. The document's own font and its axes; sizes
/// from the spec. Unsupported as of checkColourAxes().
Result<std::string> pgfPicture(const Chart &chart, const FigureSpec &spec);

} // namespace loupe
