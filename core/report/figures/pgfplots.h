// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/report/figures/figurespec.h"

#include <string>

namespace loupe {

/// Returns the chart as a tikzpicture for LaTeX's package pgfplots with its library groupplots. It
/// supports cells, bars, boxes, violins, lines with bands, dots and flows. It uses the document's
/// font, and sizes from the spec. Fails with Unsupported like checkColourAxes().
Result<std::string> pgfPicture(const Chart &chart, const FigureSpec &spec);

} // namespace loupe
