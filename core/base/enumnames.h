// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace loupe {

/// Names of all values of an enum without gaps, in their order.
template <std::size_t count>
using EnumNames = std::array<std::string_view, count>;

template <typename Enum, std::size_t count>
constexpr std::string_view nameAmong(const EnumNames<count> &names, Enum value)
{
    return names[static_cast<std::size_t>(value)];
}

/// Returns the value with this name; nullopt if there is none.
template <typename Enum, std::size_t count>
constexpr std::optional<Enum> valueAmong(const EnumNames<count> &names, std::string_view name)
{
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? std::nullopt
                                : std::optional(static_cast<Enum>(found - names.begin()));
}

} // namespace loupe
