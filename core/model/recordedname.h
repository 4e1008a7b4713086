// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace loupe {

/// What imports write where no record names a device, a suite, a task or a method.
inline constexpr std::string_view notRecordedName = "not recorded";

/// False of an empty name and of what stands for one: two of these need not be the same thing, and
/// one of them is no thing to count or to compare with.
inline bool isRecordedName(std::string_view name)
{
    return !name.empty() && name != notRecordedName && name != "unknown";
}

} // namespace loupe
