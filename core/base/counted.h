// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace loupe {

/// Formats "1 task", "18 420 tasks"; the plural of `what` must end in s.
std::string counted(std::size_t count, std::string_view what);
/// Does the same for a signed count, which must not be negative.
template <std::signed_integral Count>
std::string counted(Count count, std::string_view what)
{
    return counted(static_cast<std::size_t>(count), what);
}

/// Formats a whole number with thin spaces between thousands: "18 420".
std::string groupedDigits(std::int64_t count);

} // namespace loupe
