// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace loupe {

/// Returns an order in which similar rows are adjacent: the leaves of average linkage (UPGMA). The
/// distance is the mean absolute difference over the columns that both rows have; NaN marks a
/// missing value. Of two branches, the one with the larger mean comes first. All rows must have the
/// same length. O(n^2) in time and memory.
std::vector<std::size_t> orderByLikeness(const std::vector<std::vector<double>> &rows);

} // namespace loupe
