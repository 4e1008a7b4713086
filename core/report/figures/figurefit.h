// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/chart.h"
#include "core/report/figures/figurespec.h"

#include <string>
#include <vector>

namespace loupe {

/// A spec that its size has room for, and what is different about it: "3 columns".
struct FigureOffer {
    std::string text;
    FigureSpec spec;
};

/// What of a chart's panels a figure can show at a readable size.
struct FigureFit {
    int panels = 0;                  ///< of the chart
    int columns = 0;                 ///< beside each other; 0: as suits the size
    int shown = 0;                   ///< panels in a figure
    int first = 0;                   ///< the first of them
    int pages = 1;                   ///< figures that hold all panels
    std::string problem;             ///< what was asked and has no room; empty where all is well
    std::vector<FigureOffer> offers; ///< where there is a problem, or not all panels are shown
};

/// Charts of one panel fit always: how large that is was chosen.
FigureFit figureFit(const Chart &chart, const FigureSpec &spec);

/// The panels that the figure shows; its definition says which are left out. Unsupported where what
/// was asked has no room, with the offers as the hint.
Result<Chart> fittedChart(const Chart &chart, const FigureSpec &spec);

} // namespace loupe
