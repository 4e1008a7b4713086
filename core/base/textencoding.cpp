// SPDX-License-Identifier: Apache-2.0
#include "core/base/textencoding.h"

#include "core/base/asciicase.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::string_view utf16Marks[] = {"\xFF\xFE", "\xFE\xFF"};

bool isContinuation(unsigned char byte)
{
    return (byte & 0xC0U) == 0x80U;
}

/// Returns true if zero bytes alternate with others at the start, as in UTF-16 without a byte order
/// mark.
bool alternatesWithZeros(std::string_view bytes)
{
    constexpr std::size_t checked = 64;
    const std::string_view begin = bytes.substr(0, std::min(checked, bytes.size() / 2 * 2));
    for (const std::size_t parity : {std::size_t{0}, std::size_t{1}}) {
        bool alternates = begin.size() >= 4;
        for (std::size_t i = 0; i < begin.size() && alternates; ++i)
            alternates = (begin[i] == '\0') == (i % 2 == parity);
        if (alternates)
            return true;
    }
    return false;
}

/// Returns the length of the first character; 0 if invalid. For a character truncated by the end,
/// returns the length of the rest.
std::size_t characterLength(std::string_view bytes)
{
    const auto first = static_cast<unsigned char>(bytes.front());
    if (first < 0x80)
        return 1;
    std::size_t length = 0;
    unsigned char low = 0x80; // of the second byte; excludes overlong forms and surrogates
    unsigned char high = 0xBF;
    if (first >= 0xC2 && first <= 0xDF) {
        length = 2;
    } else if (first >= 0xE0 && first <= 0xEF) {
        length = 3;
        low = first == 0xE0 ? 0xA0 : low;
        high = first == 0xED ? 0x9F : high;
    } else if (first >= 0xF0 && first <= 0xF4) {
        length = 4;
        low = first == 0xF0 ? 0x90 : low;
        high = first == 0xF4 ? 0x8F : high;
    } else {
        return 0;
    }
    const std::size_t there = std::min(length, bytes.size());
    for (std::size_t i = 1; i < there; ++i) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        if (!isContinuation(byte) || (i == 1 && (byte < low || byte > high)))
            return 0;
    }
    return there;
}

constexpr std::size_t undefinedInWindows = 0;

/// Characters of windows-1252 from 0x80, where Latin-1 has control characters.
constexpr std::array<unsigned, 32> windowsCharacters{0x20AC,
                                                     undefinedInWindows,
                                                     0x201A,
                                                     0x0192,
                                                     0x201E,
                                                     0x2026,
                                                     0x2020,
                                                     0x2021,
                                                     0x02C6,
                                                     0x2030,
                                                     0x0160,
                                                     0x2039,
                                                     0x0152,
                                                     undefinedInWindows,
                                                     0x017D,
                                                     undefinedInWindows,
                                                     undefinedInWindows,
                                                     0x2018,
                                                     0x2019,
                                                     0x201C,
                                                     0x201D,
                                                     0x2022,
                                                     0x2013,
                                                     0x2014,
                                                     0x02DC,
                                                     0x2122,
                                                     0x0161,
                                                     0x203A,
                                                     0x0153,
                                                     undefinedInWindows,
                                                     0x017E,
                                                     0x0178};

struct Declaration {
    std::size_t at = 0; ///< of the encoding's name in the source
    std::size_t length = 0;
};

bool isOfName(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
}

/// Returns the declaration in a line, by Python's rule: a comment with "coding:" or "coding=".
std::optional<Declaration> declarationIn(std::string_view line)
{
    constexpr std::string_view word = "coding";
    const std::size_t first = line.find_first_not_of(" \t\f");
    if (first == std::string_view::npos || line[first] != '#')
        return std::nullopt;
    for (std::size_t at = line.find(word, first); at != std::string_view::npos;
         at = line.find(word, at + 1)) {
        std::size_t name = at + word.size();
        if (name >= line.size() || (line[name] != ':' && line[name] != '='))
            continue;
        name = line.find_first_not_of(" \t", name + 1);
        std::size_t end = name;
        while (end < line.size() && isOfName(line[end]))
            ++end;
        if (name != std::string_view::npos && end > name)
            return Declaration{name, end - name};
    }
    return std::nullopt;
}

bool isComment(std::string_view line)
{
    const std::size_t first = line.find_first_not_of(" \t\f\r");
    return first == std::string_view::npos || line[first] == '#';
}

std::optional<Declaration> declarationOf(std::string_view source)
{
    const std::size_t end = source.find('\n');
    const std::string_view first = source.substr(0, end);
    if (auto found = declarationIn(first))
        return found;
    if (end == std::string_view::npos || !isComment(first))
        return std::nullopt;
    const std::string_view rest = source.substr(end + 1);
    auto found = declarationIn(rest.substr(0, rest.find('\n')));
    if (found)
        found->at += end + 1;
    return found;
}

void appendCharacter(std::string &out, unsigned character)
{
    if (character < 0x80) {
        out += static_cast<char>(character);
        return;
    }
    if (character < 0x800) {
        out += static_cast<char>(0xC0U | (character >> 6U));
    } else {
        out += static_cast<char>(0xE0U | (character >> 12U));
        out += static_cast<char>(0x80U | ((character >> 6U) & 0x3FU));
    }
    out += static_cast<char>(0x80U | (character & 0x3FU));
}

/// Returns the text as UTF-8; nothing if the encoding does not define a character.
std::optional<std::string> decoded(std::string_view text, bool isWindows)
{
    std::string out;
    out.reserve(text.size() + text.size() / 8);
    for (const char c : text) {
        unsigned character = static_cast<unsigned char>(c);
        if (isWindows && character >= 0x80 && character < 0xA0)
            character = windowsCharacters.at(character - 0x80U);
        if (character == undefinedInWindows && c != '\0')
            return std::nullopt;
        appendCharacter(out, character);
    }
    return out;
}

} // namespace

std::optional<EncodingFault> encodingFault(std::string_view bytes)
{
    const bool isMarked = std::ranges::any_of(
        utf16Marks, [&](std::string_view mark) { return bytes.starts_with(mark); });
    if (isMarked || alternatesWithZeros(bytes))
        return EncodingFault{"is UTF-16 text, not UTF-8", 0};
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t length = characterLength(bytes.substr(at));
        if (length == 0)
            return EncodingFault{fmt::format("is not UTF-8: it has the byte 0x{:02X}",
                                             static_cast<unsigned char>(bytes[at])),
                                 at};
        at += length;
    }
    return std::nullopt;
}

Result<std::string> pythonSourceAsUtf8(std::string source)
{
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF"; // means UTF-8, whatever is declared
    const bool isAscii = std::none_of(source.begin(), source.end(),
                                      [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    const auto declared
        = isAscii || source.starts_with(byteOrderMark) ? std::nullopt : declarationOf(source);
    if (!declared)
        return source;
    std::string name = source.substr(declared->at, declared->length);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c == '_' ? '-' : lowered(c); });
    const auto isOneOf = [&](std::initializer_list<std::string_view> names) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (isOneOf({"utf-8", "utf8", "u8", "utf-8-sig", "utf-8-unix", "utf-8-dos"}))
        return source;
    const bool isWindows = isOneOf({"cp1252", "windows-1252", "1252"});
    const bool isLatin = isOneOf({"latin-1", "latin1", "l1", "iso-8859-1", "iso8859-1", "8859",
                                  "iso-8859-1-unix", "latin-1-unix"});
    auto text = isWindows || isLatin ? decoded(source, isWindows) : std::nullopt;
    if (!text)
        return Error{.code = Errc::InvalidInput,
                     .message = "declares the encoding " + name + " and cannot be read as that",
                     .hint = "save it as UTF-8"};
    const auto again = declarationOf(*text); // characters before it may have become longer
    return again ? text->replace(again->at, again->length, "utf-8") : *text;
}

} // namespace loupe
