// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/saved/chart.h"
#include "core/report/figures/figurespec.h"

#include <string>
#include <vector>

namespace loupe {

/// A spec that fits its size, and its difference from the requested one: "3 columns".
struct FigureOffer {
    std::string text;
    FigureSpec spec;
};

/// The panels of a chart that a figure can show at a readable size.
struct FigureFit {
    int panels = 0;                  ///< of the chart
    int columns = 0;                 ///< side by side; 0: depends on the size
    int shown = 0;                   ///< number of panels in a figure
    int first = 0;                   ///< index of the first of them
    int pages = 1;                   ///< number of figures for all panels
    std::string problem;             ///< the option that does not fit; empty if there is no problem
    std::vector<FigureOffer> offers; ///< set if there is a problem, or not all panels are shown
};

/// Computes the fit. A chart with one panel always fits, because its size was chosen.
FigureFit figureFit(const Chart &chart, const FigureSpec &spec);

/// Returns the chart with the panels that the figure shows; its definition mentions the omitted
/// ones. Fails with Unsupported if the requested options do not fit, with the offers as hint.
Result<Chart> fittedChart(const Chart &chart, const FigureSpec &spec);

} // namespace loupe
