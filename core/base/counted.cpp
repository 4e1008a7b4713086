// SPDX-License-Identifier: Apache-2.0
#include "core/base/counted.h"

#include <cstdint>

#include <fmt/format.h>

namespace loupe {

std::string counted(std::size_t count, std::string_view what)
{
    return fmt::format("{} {}{}", groupedDigits(static_cast<std::int64_t>(count)), what,
                       count == 1 ? "" : "s");
}

std::string groupedDigits(std::int64_t count)
{
    std::string digits = std::to_string(count);
    const std::size_t first = count < 0 ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3; at -= 3)
        digits.insert(at - 3, "\u202F");
    return digits;
}

} // namespace loupe
