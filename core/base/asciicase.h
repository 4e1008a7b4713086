// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Returns A to Z in lower case, and anything else unchanged. Unlike std::tolower(), it does not
/// depend on the locale.
constexpr char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string lowered(std::string_view text)
{
    std::string out(text);
    for (char &c : out)
        c = lowered(c);
    return out;
}

} // namespace loupe
