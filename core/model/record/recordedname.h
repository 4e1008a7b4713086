// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace loupe {

/// Name that imports write if no record names a device, a suite, a task or a method.
inline constexpr std::string_view notRecordedName = "not recorded";

/// Returns false for an empty name and for placeholders. Two of these need not mean the same thing,
/// so they must not be counted or compared.
inline bool isRecordedName(std::string_view name)
{
    return !name.empty() && name != notRecordedName && name != "unknown";
}

/// Returns a device's name without the mark of imports: "RTX 5090" for "RTX 5090 (recorded)".
inline std::string_view unmarkedDevice(std::string_view name)
{
    constexpr std::string_view mark = " (recorded)";
    if (name.ends_with(mark))
        name.remove_suffix(mark.size());
    return name;
}

} // namespace loupe
