// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

inline constexpr std::string_view hintedEnding = ", hinted";

/// Returns the name of a run or method whose programs result from a user's hints. They are not
/// counted with those that the method found alone.
inline std::string hintedName(std::string_view name)
{
    return name.ends_with(hintedEnding) ? std::string(name)
                                        : std::string(name).append(hintedEnding);
}

} // namespace loupe
