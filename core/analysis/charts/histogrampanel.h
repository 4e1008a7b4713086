// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/rows/speeduphistogram.h"
#include "core/model/chart.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// One series of a panel: what counts, what is only shown, hollow, and what became of all of it.
struct HistogramPart {
    std::string name; ///< empty where a panel has but one
    SpeedupHistogram solid;
    SpeedupHistogram hollow;
    ChartStrip strip;

    int n() const { return solid.n + hollow.n; }
};

struct HistogramGroup {
    std::string name;
    std::vector<HistogramPart> parts;
};

/// Panels of histograms with the same axes: heights are shares of the n of each part.
std::vector<ChartPanel> histogramPanels(const std::vector<HistogramGroup> &groups,
                                        const ChartRequest &request, const std::string &xTitle);

} // namespace loupe
