// SPDX-License-Identifier: Apache-2.0
#include "core/records/failuresigns.h"

#include <algorithm>

namespace loupe {

std::optional<Verdict> failureIn(std::string_view text, std::span<const FailureSign> signs)
{
    const auto found = std::find_if(signs.begin(), signs.end(), [&](const FailureSign &sign) {
        return text.find(sign.words) != std::string_view::npos;
    });
    return found == signs.end() ? std::nullopt : std::optional(found->verdict);
}

} // namespace loupe
