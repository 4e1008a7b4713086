// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// Returns indices of elements that are equal in both sequences, both ascending. It is a longest
/// common subsequence, or an approximation for long sequences with little in common.
std::vector<std::pair<int, int>> matchSequences(std::span<const int> left,
                                                std::span<const int> right);

/// Returns the difference in the format of `diff -u`: "@@ -1,3 +1,4 @@" and lines that begin with a
/// blank, "-" or "+". Returns an empty string for equal texts. If one text has more than 20 000
/// lines, returns a sentence that says so.
std::string unifiedDiff(std::string_view before, std::string_view after);

} // namespace loupe
