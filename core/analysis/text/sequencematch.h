// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace loupe {

/// Returns indices of elements that are equal in both sequences, both ascending. It is a longest
/// common subsequence, or an approximation for long sequences with little in common.
std::vector<std::pair<int, int>> matchSequences(std::span<const int> left,
                                                std::span<const int> right);

} // namespace loupe
