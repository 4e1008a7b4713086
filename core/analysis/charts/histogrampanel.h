// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/charts/chartrequest.h"
#include "core/analysis/rows/speeduphistogram.h"
#include "core/model/saved/chart.h"

#include <span>
#include <string>
#include <vector>

namespace loupe {

/// One series of a panel: counted results (solid), results shown only (hollow), and the outcomes of
/// all.
struct HistogramPart {
    std::string name; ///< empty if the panel has only one
    SpeedupHistogram solid;
    SpeedupHistogram hollow;
    ChartStrip strip;
    bool isSmall = false; ///< of few tasks, or a sum of small groups: does not set the axis of all

    int n() const { return solid.n + hollow.n; }
};

struct HistogramGroup {
    std::string name;
    std::vector<HistogramPart> parts;
};

/// Returns panels of histograms with the same axes; heights are shares of the n of each part.
std::vector<ChartPanel> histogramPanels(const std::vector<HistogramGroup> &groups,
                                        const ChartRequest &request, const std::string &xTitle);

} // namespace loupe
