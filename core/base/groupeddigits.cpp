// SPDX-License-Identifier: Apache-2.0
#include "core/base/groupeddigits.h"

namespace loupe {

std::string groupedDigits(std::int64_t count)
{
    std::string digits = std::to_string(count);
    const std::size_t first = count < 0 ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3; at -= 3)
        digits.insert(at - 3, "\u202F");
    return digits;
}

} // namespace loupe
