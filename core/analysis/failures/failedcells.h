// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/failures/failureclusters.h"
#include "core/analysis/population/population.h"

#include <cstddef>
#include <span>
#include <vector>

namespace loupe {

/// Cells of populations: one that is in several, because nothing tells its condition, counts once.
struct FailedCells {
    std::size_t judged = 0;
    std::size_t failed = 0; ///< of the judged
};

/// Sets `cells` of each cluster to how many of its failures are the result of a cell, and puts
/// those with the most cells first. `reasons` may name other evaluations, too.
FailedCells countFailedCells(std::vector<FailureCluster> &clusters,
                             std::span<const Population> populations,
                             std::span<const FailureReason> reasons);

} // namespace loupe
