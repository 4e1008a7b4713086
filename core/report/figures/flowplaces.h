// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/chart.h"

#include <vector>

namespace loupe {

/// Where the nodes and flows of a Sankey diagram stand, from the top (0) to the bottom (1) of their
/// panel; as long as the panel's lists, of no height where something has no size.
struct FlowPlaces {
    struct Span {
        double top = 0.0;
        double height = 0.0;
    };
    struct Ribbon {
        double fromTop = 0.0; ///< where it leaves its node
        double toTop = 0.0;   ///< where it arrives
        double height = 0.0;
    };
    std::vector<Span> nodes;
    std::vector<Ribbon> flows;
};

/// Nodes of a column below each other in their order, `gap` apart, all on one scale, as are the
/// flows. Flows leave a node in the order of where they go and arrive in the order of where they
/// come from, so that they cross as little as the order of nodes allows.
FlowPlaces flowPlaces(const ChartPanel &panel, double gap);

} // namespace loupe
