// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Whether `text` matches `pattern`, where `*` stands for any characters; without regard to the
/// case of ASCII letters.
bool matchesWildcard(std::string_view text, std::string_view pattern);

/// The pattern as SQL's LIKE reads it, with `\` as its escape.
std::string wildcardAsLike(std::string_view pattern);

} // namespace loupe
