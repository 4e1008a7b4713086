// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/failureclusters.h"
#include "core/analysis/population/population.h"

#include <cstddef>
#include <span>
#include <vector>

namespace loupe {

/// Number of cells of populations. A cell in several populations, because its condition is
/// unrecorded, counts once.
struct FailedCells {
    std::size_t judged = 0;
    std::size_t failed = 0; ///< of the judged
};

/// Sets `cells` of each cluster to the number of cells whose result is one of its failures, and
/// sorts by it, descending. `reasons` may contain other evaluations, too.
FailedCells countFailedCells(std::vector<FailureCluster> &clusters,
                             std::span<const Population> populations,
                             std::span<const FailureReason> reasons);

} // namespace loupe
