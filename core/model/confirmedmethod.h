// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

inline constexpr std::string_view confirmedEnding = ", confirmed";

/// The name under which results of a run or method stand that were evaluated once more with fresh
/// inputs. They are results of the same programs: whoever counts programs, rounds or costs counts
/// them apart.
inline std::string confirmedName(std::string_view name)
{
    return std::string(name).append(confirmedEnding);
}

inline bool isConfirmedName(std::string_view name)
{
    return name.size() > confirmedEnding.size() && name.ends_with(confirmedEnding);
}

/// The name without the ending; as it is where it has none.
inline std::string_view unconfirmedName(std::string_view name)
{
    return isConfirmedName(name) ? name.substr(0, name.size() - confirmedEnding.size()) : name;
}

} // namespace loupe
