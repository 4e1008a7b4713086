// SPDX-License-Identifier: Apache-2.0
#include "core/base/printabletext.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace loupe {

namespace {

/// UTF-8 character; `bytes` is 0 if invalid.
struct Letter {
    std::uint32_t code = 0;
    std::size_t bytes = 0;
};

/// Decodes the first character. Truncated, overlong and surrogate encodings are invalid.
Letter letterAt(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80)
        return {first, 1};
    const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < bytes)
        return {};
    std::uint32_t code = first & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0U) != 0x80)
            return {};
        code = (code << 6U) | (byte(i) & 0x3FU);
    }
    const bool isTooLong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
    if (isTooLong || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        return {};
    return {code, bytes};
}

struct Range {
    std::uint32_t first;
    std::uint32_t last;
};

/// Invisible characters, and those that change how others are shown.
constexpr std::array unseen{
    Range{0x80, 0x9F},       // a second set of control characters
    Range{0xAD, 0xAD},       // soft hyphen
    Range{0x34F, 0x34F},     // combining grapheme joiner
    Range{0x61C, 0x61C},     // Arabic letter mark
    Range{0x115F, 0x1160},   // Hangul fillers
    Range{0x17B4, 0x17B5},   // Khmer vowels that are not shown
    Range{0x180B, 0x180E},   // Mongolian selectors
    Range{0x200B, 0x200F},   // zero width, left-to-right and right-to-left mark
    Range{0x2028, 0x202E},   // line and paragraph separator, embeddings and overrides
    Range{0x2060, 0x206F},   // word joiner, isolates
    Range{0x3164, 0x3164},   // Hangul filler
    Range{0xFEFF, 0xFEFF},   // byte order mark
    Range{0xFFA0, 0xFFA0},   // Hangul filler
    Range{0xFFF9, 0xFFFB},   // interlinear annotation
    Range{0x1D173, 0x1D17A}, // musical controls
    Range{0xE0000, 0xE0FFF}, // tags
};

bool isUnseen(std::uint32_t code)
{
    return std::ranges::any_of(
        unseen, [code](const Range &each) { return code >= each.first && code <= each.last; });
}

/// Returns the symbol of a control character: U+2400 to U+2421.
std::string picture(unsigned char control)
{
    return {'\xE2', '\x90', static_cast<char>(control == 0x7F ? 0xA1 : 0x80 + control)};
}

bool isPlain(unsigned char c)
{
    return c >= 0x20 && c < 0x7F;
}

/// Returns the visible mark of a non-plain character; empty if it is shown as it is.
std::string markOf(std::string_view text, const Letter &letter)
{
    const auto first = static_cast<unsigned char>(text.front());
    if (letter.bytes == 0)
        return fmt::format("⟨0x{:02X}⟩", first);
    if (first < 0x20 || first == 0x7F)
        return picture(first);
    return isUnseen(letter.code) ? fmt::format("⟨U+{:04X}⟩", letter.code) : std::string();
}

/// Returns the UTF-16 escape of JSON.
std::string jsonEscape(std::uint32_t code)
{
    if (code < 0x10000)
        return fmt::format("\\u{:04x}", code);
    const std::uint32_t rest = code - 0x10000;
    return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10U), 0xDC00 + (rest & 0x3FFU));
}

} // namespace

std::string printableText(std::string_view text, LineBreaks breaks)
{
    const auto isKept = [&](std::size_t i) {
        return isPlain(static_cast<unsigned char>(text[i]))
            || (breaks == LineBreaks::Kept
                && (text[i] == '\n' || text[i] == '\t' || text.substr(i, 2) == "\r\n"));
    };
    std::string out;
    out.reserve(text.size());
    std::size_t copied = 0;
    for (std::size_t i = 0; i < text.size();) {
        if (isKept(i)) {
            ++i;
            continue;
        }
        const Letter letter = letterAt(text.substr(i));
        const std::size_t end = i + std::max<std::size_t>(letter.bytes, 1);
        if (const std::string mark = markOf(text.substr(i), letter); !mark.empty()) {
            out.append(text, copied, i - copied).append(mark);
            copied = end;
        }
        i = end;
    }
    return out.append(text, copied);
}

std::string printableJson(std::string_view json)
{
    std::string out;
    out.reserve(json.size());
    while (!json.empty()) {
        const Letter letter = letterAt(json);
        const std::size_t bytes = std::max<std::size_t>(letter.bytes, 1);
        if (letter.code == 0x7F || isUnseen(letter.code))
            out += jsonEscape(letter.code);
        else
            out += json.substr(0, bytes);
        json.remove_prefix(bytes);
    }
    return out;
}

} // namespace loupe
