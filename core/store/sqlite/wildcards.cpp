// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/wildcards.h"

#include "core/base/asciicase.h"

#include <cstddef>

namespace loupe {

bool matchesWildcard(std::string_view text, std::string_view pattern)
{
    std::size_t at = 0;
    std::size_t in = 0;
    std::size_t star = std::string_view::npos;
    std::size_t resume = 0;
    while (at < text.size()) {
        if (in < pattern.size() && pattern[in] == '*') {
            star = in++;
            resume = at;
        } else if (in < pattern.size() && lowered(text[at]) == lowered(pattern[in])) {
            ++at;
            ++in;
        } else if (star != std::string_view::npos) {
            in = star + 1;
            at = ++resume;
        } else {
            return false;
        }
    }
    while (in < pattern.size() && pattern[in] == '*')
        ++in;
    return in == pattern.size();
}

std::string wildcardAsLike(std::string_view pattern)
{
    std::string out;
    for (const char c : pattern) {
        if (c == '%' || c == '_' || c == '\\')
            out += '\\';
        out += c == '*' ? '%' : c;
    }
    return out;
}

} // namespace loupe
