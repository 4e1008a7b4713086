// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace loupe {

/// Returns the last part of a path.
inline std::string_view fileNameOf(std::string_view path)
{
    return path.substr(path.rfind('/') + 1); // npos + 1 == 0
}

/// Removes blanks at both ends.
inline std::string_view trimmedText(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Returns the beginning of a text that fits into `most` bytes and ends with a whole character.
inline std::string_view wholeCharacters(std::string_view text, std::size_t most)
{
    if (text.size() <= most)
        return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0U) == 0x80U)
        --most;
    return text.substr(0, most);
}

/// Returns the lines without line breaks; a trailing break makes no further line.
inline std::vector<std::string_view> textLines(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

} // namespace loupe
