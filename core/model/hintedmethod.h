// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

inline constexpr std::string_view hintedEnding = ", hinted";

/// The name under which a run or method stands whose programs a person's hints led to. Nobody
/// counts them with those that the method found alone.
inline std::string hintedName(std::string_view name)
{
    return name.ends_with(hintedEnding) ? std::string(name)
                                        : std::string(name).append(hintedEnding);
}

} // namespace loupe
