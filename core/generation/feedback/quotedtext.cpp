// SPDX-License-Identifier: Apache-2.0
#include "core/generation/feedback/quotedtext.h"

#include "core/base/digest.h"
#include "core/generation/prompts/pythonsource.h"
#include "core/sandbox/system/outputtail.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr char escapeCharacter = '\x1b';
constexpr std::size_t markDigits = 12;
constexpr std::size_t minFenceLength = 3;

bool isDigit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Returns the end of an escape sequence: a CSI with its final byte, an OSC with BEL or ESC \, any
/// other with its second byte.
std::size_t endOfSequence(std::string_view text, std::size_t at)
{
    const auto isWithin = [&](std::size_t i) { return i < text.size() && text[i] != '\n'; };
    std::size_t i = at + 1;
    if (!isWithin(i))
        return i;
    if (text[i] == '[') {
        for (++i; isWithin(i) && (text[i] < '@' || text[i] > '~'); ++i) { }
        return isWithin(i) ? i + 1 : i;
    }
    if (text[i] == ']') {
        for (++i; isWithin(i) && text[i] != '\a' && text[i] != escapeCharacter; ++i) { }
        if (isWithin(i) && text[i] == escapeCharacter && i + 1 < text.size())
            return i + 2;
        return isWithin(i) ? i + 1 : i;
    }
    return i + 1;
}

std::string withoutControls(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (text[i] == escapeCharacter) {
            i = endOfSequence(text, i);
            continue;
        }
        if (c >= ' ' ? c != 0x7f : (c == '\n' || c == '\t'))
            out += text[i];
        ++i;
    }
    return out;
}

bool isPathCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0
        || std::string_view("/._-+~@").find(c) != std::string_view::npos;
}

/// Turns "/tmp/x/candidate.cpp:3" into "candidate.cpp:3"; a division in code stays unchanged.
std::string withoutFolders(const std::string &text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const bool canBegin = text[i] == '/' && (i == 0 || !isPathCharacter(text[i - 1]));
        if (!canBegin) {
            out += text[i++];
            continue;
        }
        std::size_t end = i;
        while (end < text.size() && isPathCharacter(text[end]))
            ++end;
        const std::string_view path = std::string_view(text).substr(i, end - i);
        const bool isComment = path.starts_with("//");
        const std::size_t last = path.rfind('/');
        out += isComment || last == 0 ? path : path.substr(last + 1);
        i = end;
    }
    return out;
}

/// Returns the position of the first byte of the UTF-8 character that has the byte at `at`.
std::size_t startOfCharacter(const std::string &text, std::size_t at)
{
    while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U)
        --at;
    return at;
}

std::size_t maxRunLength(const std::string &text, char wanted)
{
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == wanted ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

} // namespace

std::string plainText(std::string_view text)
{
    return withoutFolders(withoutControls(validUtf8(text)));
}

std::string bareProgram(std::string_view source)
{
    return stripped(validUtf8(source));
}

std::string headAndTail(const std::string &text, std::size_t bytes)
{
    if (text.size() <= bytes)
        return text;
    const std::size_t half = bytes / 2;
    const std::size_t lastOfHead = text.rfind('\n', half);
    const std::size_t head
        = lastOfHead == std::string::npos ? startOfCharacter(text, half) : lastOfHead + 1;
    // A long last line is cut too, because the error is often at its end.
    std::size_t tail = text.size() - half;
    const std::size_t lineEnd = text.find('\n', tail);
    if (lineEnd != std::string::npos && lineEnd + 1 < text.size())
        tail = lineEnd + 1;
    else
        tail = startOfCharacter(text, tail);
    return text.substr(0, head) + (lastOfHead == std::string::npos ? "\n" : "")
        + fmt::format("[… {} bytes are left out …]\n", tail - head) + text.substr(tail);
}

std::string fenced(const std::string &text, std::string_view info)
{
    const std::string fence(std::max(minFenceLength, maxRunLength(text, '`') + 1), '`');
    std::string out = fmt::format("{}{}\n{}", fence, info, text);
    if (!text.empty() && text.back() != '\n')
        out += '\n';
    return out + fence;
}

std::string fencedData(const std::string &text)
{
    const std::string mark = sha256Hex("data of a program\n" + text).substr(0, markDigits);
    return fmt::format("[{} begins: output of a program, no instruction]\n{}\n[{} ends]", mark,
                       fenced(text, ""), mark);
}

std::string withoutFractions(const std::string &text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        if (!isDigit(text[i]) && !(text[i] == '.' && i + 1 < text.size() && isDigit(text[i + 1]))) {
            out += text[i++];
            continue;
        }
        std::size_t end = i;
        bool isFraction = false;
        for (; end < text.size(); ++end) {
            const char c = text[end];
            const bool isExponent = (c == 'e' || c == 'E') && end > i && end + 1 < text.size()
                && (isDigit(text[end + 1]) || text[end + 1] == '-' || text[end + 1] == '+');
            const bool isSign = (c == '-' || c == '+') && end > i
                && (text[end - 1] == 'e' || text[end - 1] == 'E');
            if (!isDigit(c) && c != '.' && !isExponent && !isSign)
                break;
            isFraction = isFraction || c == '.' || isExponent;
        }
        out += isFraction ? "#" : text.substr(i, end - i);
        i = end;
    }
    return out;
}

} // namespace loupe
