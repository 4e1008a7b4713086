// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace loupe {

/// Places (from 0) of elements that are equal in both sequences, both ascending: a longest common
/// subsequence, or close to one where the sequences are long and have little in common.
std::vector<std::pair<int, int>> matchSequences(std::span<const int> left,
                                                std::span<const int> right);

} // namespace loupe
