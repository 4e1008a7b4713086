// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/requestedprecisions.h"

#include "core/base/asciicase.h"
#include "core/base/nearest.h"
#include "core/engine/request/optionwords.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace loupe {

namespace {

constexpr std::string_view autoPrecision = "auto";

std::string_view withoutBlanks(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Removes these characters around the text, and blanks within them.
std::string_view without(std::string_view text, char open, char close)
{
    const bool isEnclosed = text.size() > 1 && text.front() == open && text.back() == close;
    return isEnclosed ? withoutBlanks(text.substr(1, text.size() - 2)) : text;
}

Error refusedPrecision(std::string message, std::string hint)
{
    return {Errc::InvalidInput, std::move(message), "precision", std::move(hint)};
}

Status addPrecision(std::string_view word, std::vector<RunPrecision> &precisions)
{
    if (lowered(word) == autoPrecision)
        return refusedPrecision("auto stands alone, because the submissions then decide",
                                "name precisions only, or auto only");
    const auto precision = precisionFromWord(lowered(word));
    if (!precision) {
        std::vector<std::string> known;
        for (const RunPrecision each : optionValues<RunPrecision>())
            known.emplace_back(name(each));
        return refusedPrecision(fmt::format("no precision is named \"{}\"", word),
                                hintWithNearest(std::string(word), known,
                                                fmt::format("one of: {}", fmt::join(known, ", "))));
    }
    if (std::ranges::find(precisions, *precision) != precisions.end())
        return refusedPrecision(fmt::format("the precision {} comes twice", name(*precision)),
                                "name each precision once");
    precisions.push_back(*precision);
    return {};
}

} // namespace

std::string precisionWords(const std::vector<RunPrecision> &precisions)
{
    std::vector<std::string_view> words;
    words.reserve(precisions.size());
    for (const RunPrecision each : precisions)
        words.push_back(name(each));
    return words.empty() ? std::string(autoPrecision) : fmt::format("{}", fmt::join(words, ","));
}

Result<std::vector<RunPrecision>> precisionsFromWords(std::string_view words)
{
    words = without(withoutBlanks(words), '[', ']');
    std::vector<RunPrecision> out;
    if (words.empty() || lowered(words) == autoPrecision)
        return out;
    for (;;) {
        const std::size_t comma = words.find(',');
        std::string_view word = withoutBlanks(words.substr(0, comma));
        for (const char quote : {'"', '\''})
            word = without(word, quote, quote);
        if (Status added = addPrecision(word, out); !added)
            return added.error();
        if (comma == std::string_view::npos)
            return out;
        words.remove_prefix(comma + 1);
    }
}

} // namespace loupe
