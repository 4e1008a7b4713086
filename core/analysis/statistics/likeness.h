// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace loupe {

/// An order in which rows that are alike stand together: the leaves of average linkage (UPGMA) over
/// the mean absolute difference of the columns that both rows have; not a number: has not. Of two
/// branches the one with the larger mean comes first. All rows have the same length. O(n^2) in time
/// and memory.
std::vector<std::size_t> orderByLikeness(const std::vector<std::vector<double>> &rows);

} // namespace loupe
