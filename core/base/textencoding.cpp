// SPDX-License-Identifier: Apache-2.0
#include "core/base/textencoding.h"

#include <algorithm>

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

} // namespace loupe
