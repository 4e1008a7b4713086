// SPDX-License-Identifier: Apache-2.0
#include "core/model/verdict/errorcounts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace loupe {

const std::array<double, errorEdges> &errorEdgeValues()
{
    // Literal values are the same on every machine, unlike the results of pow().
    static constexpr std::array<double, errorEdges> edges{
        1e-8, 3.1622776601683795e-8, 1e-7, 3.1622776601683795e-7, 1e-6, 3.1622776601683795e-6,
        1e-5, 3.1622776601683795e-5, 1e-4, 3.1622776601683795e-4, 1e-3, 3.1622776601683795e-3,
        1e-2, 3.1622776601683795e-2, 1e-1, 3.1622776601683795e-1, 1e0,  3.1622776601683795e0,
        1e1,  3.1622776601683795e1,  1e2,  3.1622776601683795e2,  1e3,  3.1622776601683795e3,
        1e4};
    return edges;
}

int errorBin(double relative)
{
    if (!std::isfinite(relative))
        return notFiniteBin;
    const auto &edges = errorEdgeValues();
    return static_cast<int>(std::ranges::upper_bound(edges, relative) - edges.begin());
}

std::int64_t total(std::span<const std::int64_t> counts)
{
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

} // namespace loupe
