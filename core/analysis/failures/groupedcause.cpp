// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/groupedcause.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace loupe {

namespace {

constexpr std::string_view anyName = "…";

bool isNameCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'
        || c == '-';
}

/// Returns true for "odd/normal", the name of a shape case and a distribution.
bool isTrialName(std::string_view word)
{
    const std::size_t slash = word.find('/');
    if (slash == std::string_view::npos || slash == 0 || slash + 1 == word.size())
        return false;
    return std::ranges::all_of(word.substr(0, slash), isNameCharacter)
        && std::ranges::all_of(word.substr(slash + 1), isNameCharacter);
}

struct Quotes {
    std::string_view opening;
    std::string_view closing;
};
constexpr std::array allQuotes{Quotes{"\"", "\""}, Quotes{"'", "'"}, Quotes{"`", "`"},
                               Quotes{"`", "'"},   Quotes{"‘", "’"}, Quotes{"“", "”"}};

bool isWordBefore(std::string_view text, std::size_t at)
{
    return at > 0 && isNameCharacter(text[at - 1]);
}

/// Returns the position after the closing quotation mark, if a quoted name begins here. An
/// apostrophe within a word opens and closes nothing.
std::optional<std::size_t> quotedEnd(std::string_view text, std::size_t begin)
{
    if (isWordBefore(text, begin))
        return std::nullopt;
    for (const auto &[opening, closing] : allQuotes) {
        if (!text.substr(begin).starts_with(opening))
            continue;
        const std::size_t first = begin + opening.size();
        for (std::size_t at = text.find(closing, first); at != std::string_view::npos;
             at = text.find(closing, at + 1)) {
            const std::size_t end = at + closing.size();
            if (at > first && (end == text.size() || !isNameCharacter(text[end])))
                return end;
        }
    }
    return std::nullopt;
}

} // namespace

std::string_view withoutTrial(std::string_view summary)
{
    constexpr std::string_view separator = ": ";
    const std::size_t end = summary.find(separator);
    if (end == std::string_view::npos || end + separator.size() == summary.size())
        return summary;
    const std::string_view before = summary.substr(0, end);
    const bool isTrial
        = before.starts_with("fresh inputs ") || isTrialName(before.substr(0, before.find(' ')));
    return isTrial ? summary.substr(end + separator.size()) : summary;
}

std::string groupedCause(std::string_view summary)
{
    const std::string_view text = withoutTrial(summary);
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        if (const auto end = quotedEnd(text, at)) {
            out += anyName;
            at = *end;
        } else {
            out += text[at++];
        }
    }
    return out;
}

} // namespace loupe
