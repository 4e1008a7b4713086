// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace loupe {

/// Returns the title of an integrity rule for people: "File or network access" for "outside_world".
/// Returns the id itself for a rule that this version does not have.
std::string_view ruleTitle(std::string_view id);

} // namespace loupe
