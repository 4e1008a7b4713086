// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/text/foundlines.h"

#include "core/analysis/text/logtext.h"
#include "core/base/asciicase.h"

#include <algorithm>

namespace loupe {

namespace {

/// Returns the next position at or after `at` where a character of UTF-8 begins.
std::size_t characterFrom(std::string_view text, std::size_t at)
{
    constexpr unsigned char continuationMask = 0xC0;
    constexpr unsigned char continuation = 0x80;
    while (at < text.size()
           && (static_cast<unsigned char>(text[at]) & continuationMask) == continuation)
        ++at;
    return at;
}

} // namespace

std::vector<FoundLine> findLines(std::string_view text, std::string_view words, LetterCase letters,
                                 std::size_t limit)
{
    std::vector<FoundLine> out;
    if (words.empty() || words.find('\n') != std::string_view::npos)
        return out;
    const bool isFolded = letters == LetterCase::Ignored;
    const std::string foldedText = isFolded ? lowered(text) : std::string();
    const std::string foldedWords = isFolded ? lowered(words) : std::string();
    const std::string_view all = isFolded ? std::string_view(foldedText) : text;
    const std::string_view wanted = isFolded ? std::string_view(foldedWords) : words;
    int line = 1;
    std::size_t counted = 0; // line breaks before this offset are in `line`
    for (std::size_t at = all.find(wanted); at != std::string_view::npos && out.size() < limit;) {
        line += static_cast<int>(std::count(all.begin() + static_cast<std::ptrdiff_t>(counted),
                                            all.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
        counted = at;
        const std::size_t begin = at == 0 ? 0 : all.rfind('\n', at - 1) + 1; // npos + 1 == 0
        const std::size_t end = std::min(all.find('\n', at), all.size());
        std::string_view content = text.substr(begin, end - begin);
        if (content.ends_with('\r'))
            content.remove_suffix(1);
        out.push_back({line, at - begin, content});
        at = all.find(wanted, end);
    }
    return out;
}

std::string excerptOf(const FoundLine &found, std::size_t maxBytes)
{
    const std::string_view trimmed = trimmedText(found.text);
    if (trimmed.size() <= maxBytes)
        return std::string(trimmed);
    const std::size_t last = trimmed.size() - maxBytes;
    const auto skipped = static_cast<std::size_t>(trimmed.data() - found.text.data());
    const std::size_t at = found.at - std::min(found.at, skipped);
    const std::size_t context = maxBytes / 3; // before the place; the rest comes after it
    const std::size_t begin = characterFrom(trimmed, std::min(at - std::min(at, context), last));
    const std::size_t end = characterFrom(trimmed, begin + maxBytes);
    std::string out = begin > 0 ? "…" : "";
    out += trimmed.substr(begin, end - begin);
    if (end < trimmed.size())
        out += "…";
    return out;
}

} // namespace loupe
