// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

inline constexpr std::string_view confirmedEnding = ", confirmed";

/// Returns the name of a run or method for results that were evaluated again with fresh inputs.
/// They belong to the same programs, so counts of programs, rounds or costs must treat them
/// separately.
inline std::string confirmedName(std::string_view name)
{
    return std::string(name).append(confirmedEnding);
}

inline bool isConfirmedName(std::string_view name)
{
    return name.size() > confirmedEnding.size() && name.ends_with(confirmedEnding);
}

/// Returns the name without the suffix, or unchanged if it has none.
inline std::string_view unconfirmedName(std::string_view name)
{
    return isConfirmedName(name) ? name.substr(0, name.size() - confirmedEnding.size()) : name;
}

} // namespace loupe
