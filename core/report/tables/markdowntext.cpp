// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/markdowntext.h"

namespace loupe {

namespace {

bool isLetterOrDigit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Returns true if the character at `i` makes an automatic link of an address. It is the colon of
/// "https://…" and "mailto:…", the first point of "www.…", or the @ of an e-mail address.
bool isOfAddress(std::string_view text, std::size_t i)
{
    const std::string_view before = text.substr(0, i);
    const auto follows = [&](std::size_t at) {
        return at < text.size() && (isLetterOrDigit(text[at]) || text[at] == '/');
    };
    switch (text[i]) {
    case ':':
        return i > 0 && isLetterOrDigit(text[i - 1]) && follows(i + 1)
            && !(text[i - 1] >= '0' && text[i - 1] <= '9');
    case '.':
        return before.size() >= 3
            && (before.ends_with("www") || before.ends_with("WWW") || before.ends_with("Www"));
    case '@':
        return true;
    default:
        return false;
    }
}

} // namespace

std::string markdownText(std::string_view text, std::string_view more)
{
    constexpr std::string_view commands = "\\`*_<[]!|~";
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool isEntity = c == '&' && i + 1 < text.size()
            && (isLetterOrDigit(text[i + 1]) || text[i + 1] == '#');
        if (commands.find(c) != std::string_view::npos || more.find(c) != std::string_view::npos
            || isEntity || isOfAddress(text, i))
            out += '\\';
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return out;
}

std::string markupText(std::string_view text, Apostrophes apostrophes)
{
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += apostrophes == Apostrophes::Escaped ? "&#39;" : "'";
            break;
        default:
            out += c;
        }
    }
    return out;
}

} // namespace loupe
