// SPDX-License-Identifier: Apache-2.0
#include "core/base/shellword.h"

namespace loupe {

std::string shellQuoted(const std::string &word)
{
    std::string out = "'";
    for (const char c : word) {
        if (c == '\'')
            out += "'\\''";
        else
            out += c;
    }
    return out + "'";
}

std::string shellWord(const std::string &word)
{
    const bool isPlain = !word.empty() && word.front() != '~'
        && word.find_first_of(" \t\r\n\"'$&;()<>|*?[]{}#!`\\") == std::string::npos;
    return isPlain ? word : shellQuoted(word);
}

} // namespace loupe
