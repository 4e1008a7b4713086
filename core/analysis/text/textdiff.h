// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// What leads from one text to another, line by line, as `diff -u` writes it: "@@ -1,3 +1,4 @@"
/// and lines that begin with a blank, "-" or "+"; empty where the texts are equal. Where one of
/// them has more than 20 000 lines, one sentence says so instead.
std::string unifiedDiff(std::string_view before, std::string_view after);

} // namespace loupe
