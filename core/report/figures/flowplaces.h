// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/saved/chart.h"

#include <vector>

namespace loupe {

/// Positions of the nodes and flows of a Sankey diagram, from the top (0) to the bottom (1) of
/// their panel. The lists are parallel to those of the panel; empty items have height 0.
struct FlowPlaces {
    struct Span {
        double top = 0.0;
        double height = 0.0;
    };
    struct Ribbon {
        double fromTop = 0.0; ///< top edge at its source node
        double toTop = 0.0;   ///< top edge at its target node
        double height = 0.0;
    };
    std::vector<Span> nodes;
    std::vector<Ribbon> flows;
};

/// Lays out the nodes of a column below each other, in order and `gap` apart, with one scale for
/// nodes and flows. Flows leave a node in the order of their targets and arrive in the order of
/// their sources. This minimizes crossings for the given order of nodes.
FlowPlaces flowPlaces(const ChartPanel &panel, double gap);

} // namespace loupe
