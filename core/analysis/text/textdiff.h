// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Returns the difference in the format of `diff -u`: "@@ -1,3 +1,4 @@" and lines that begin with a
/// blank, "-" or "+". Returns an empty string for equal texts. If one text has more than 20 000
/// lines, returns a sentence that says so.
std::string unifiedDiff(std::string_view before, std::string_view after);

} // namespace loupe
