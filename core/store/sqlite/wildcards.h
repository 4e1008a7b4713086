// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Returns true if `text` matches `pattern`, where `*` stands for any characters; ignores the case
/// of ASCII letters.
bool matchesWildcard(std::string_view text, std::string_view pattern);

/// Converts the pattern to SQL's LIKE, with `\` as escape.
std::string wildcardAsLike(std::string_view pattern);

} // namespace loupe
