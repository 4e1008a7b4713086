// SPDX-License-Identifier: Apache-2.0
#include "core/suites/text/jsonelements.h"

#include "core/base/textencoding.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>

namespace loupe {

namespace {

constexpr std::string_view jsonSpace = " \t\r\n";

int lineBreaks(std::string_view text)
{
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

void add(std::vector<JsonElement> &out, std::string_view text, int line)
{
    const std::size_t first = text.find_first_not_of(jsonSpace);
    if (first == std::string_view::npos)
        return;
    line += lineBreaks(text.substr(0, first));
    text = text.substr(first, text.find_last_not_of(jsonSpace) - first + 1);
    out.push_back({text, line});
}

int nestingDepth(std::string_view text)
{
    int depth = 0;
    int deepest = 0;
    bool isString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (isString) {
            i += c == '\\' ? 1 : 0;
            isString = c != '"';
        } else if (c == '"') {
            isString = true;
        } else if (c == '{' || c == '[') {
            deepest = std::max(deepest, ++depth);
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return deepest;
}

std::vector<JsonElement> lines(std::string_view text)
{
    std::vector<JsonElement> out;
    int line = 1;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        add(out, text.substr(0, end), line++);
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
    return out;
}

/// Returns the length of a non-finite number at the start of the text, or 0.
std::size_t lengthOfNonFinite(std::string_view text)
{
    for (const std::string_view token : {"NaN", "Infinity", "-Infinity"}) {
        if (!text.starts_with(token))
            continue;
        const std::size_t next = text.find_first_not_of(jsonSpace, token.size());
        const bool isValue = next == std::string_view::npos || text[next] == ','
            || text[next] == ']' || text[next] == '}';
        return isValue ? token.size() : 0;
    }
    return 0;
}

/// Returns the text with quotes around such numbers.
std::string withQuotedNonFinite(std::string_view text)
{
    std::string out;
    out.reserve(text.size() + 16);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t token = lengthOfNonFinite(text.substr(at));
        if (token > 0) {
            out.append(1, '"').append(text.substr(at, token)).append(1, '"');
            at += token;
            continue;
        }
        const std::size_t end = text[at] == '"' ? endOfJsonPart(text, at) : at + 1;
        out += text.substr(at, end - at);
        at = end;
    }
    return out;
}

constexpr std::string_view replacement = "\xEF\xBF\xBD"; // U+FFFD

/// Returns the value of an escape such as "\\uD83D" at the start of the text; nothing for other
/// text.
std::optional<unsigned> codeUnit(std::string_view text)
{
    constexpr std::size_t digits = 4;
    unsigned unit = 0;
    if (!text.starts_with("\\u") || text.size() < 2 + digits)
        return std::nullopt;
    const char *end = text.data() + 2 + digits;
    const auto [stop, failed] = std::from_chars(text.data() + 2, end, unit, 16);
    return failed == std::errc() && stop == end ? std::optional(unit) : std::nullopt;
}

/// Returns the length of an unpaired surrogate escape at the start of the text; else 0.
std::size_t lengthOfHalf(std::string_view text)
{
    constexpr std::size_t length = 6;
    const auto unit = codeUnit(text);
    if (!unit || *unit < 0xD800 || *unit > 0xDFFF)
        return 0;
    const auto next = codeUnit(text.substr(length));
    const bool isPair = *unit < 0xDC00 && next && *next >= 0xDC00 && *next <= 0xDFFF;
    return isPair ? 0 : length;
}

/// Returns a JSON string, quotes included, with U+FFFD in place of invalid characters.
std::string mendedString(std::string_view text)
{
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t length = 1;
        if (const std::size_t half = lengthOfHalf(text.substr(at)); half > 0) {
            out += replacement;
            at += half;
            continue;
        }
        if (text[at] == '\\')
            length = codeUnit(text.substr(at)) ? 6 : 2;
        const std::string_view one = text.substr(at, length);
        const bool isControl = static_cast<unsigned char>(text[at]) < 0x20;
        out += isControl ? replacement : one;
        // The second half of a pair must not be treated as unpaired.
        if (const auto unit = codeUnit(one); unit && *unit >= 0xD800 && *unit <= 0xDBFF) {
            out += text.substr(at + length, length);
            at += length;
        }
        at += one.size();
    }
    std::string valid;
    std::string_view rest = out;
    while (const auto fault = encodingFault(rest)) {
        valid.append(rest.substr(0, fault->at)).append(replacement);
        rest.remove_prefix(fault->at + 1);
    }
    return valid.append(rest);
}

/// Returns the text with all its strings repaired.
std::string withMendedStrings(std::string_view text)
{
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text[at] == '"' ? endOfJsonPart(text, at) : at + 1;
        const std::string_view part = text.substr(at, end - at);
        out += text[at] == '"' ? mendedString(part) : std::string(part);
        at = end;
    }
    return out;
}

} // namespace

std::size_t endOfJsonPart(std::string_view text, std::size_t at)
{
    int depth = 0;
    bool isString = false;
    for (std::size_t i = at; i < text.size(); ++i) {
        const char c = text[i];
        if (isString) {
            i += c == '\\' ? 1 : 0;
            isString = c != '"';
        } else if (c == '"') {
            isString = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            --depth;
        }
        if (!isString && depth <= 0)
            return i + 1;
    }
    return text.size();
}

std::vector<JsonElement> jsonElements(std::string_view text)
{
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(byteOrderMark))
        text.remove_prefix(byteOrderMark.size());
    const std::size_t opening = text.find_first_not_of(jsonSpace);
    if (opening == std::string_view::npos || text[opening] != '[')
        return lines(text);
    std::vector<JsonElement> out;
    std::size_t begin = opening + 1;
    int line = 1 + lineBreaks(text.substr(0, begin));
    for (std::size_t i = begin; i < text.size(); i = endOfJsonPart(text, i)) {
        const char c = text[i];
        if (c != ',' && c != ']')
            continue;
        const std::string_view element = text.substr(begin, i - begin);
        add(out, element, line);
        line += lineBreaks(element);
        begin = i + 1;
        if (c == ']')
            break;
    }
    add(out, text.substr(begin), line); // text after the array becomes an element that cannot be
                                        // parsed
    return out;
}

Result<Json> parseElement(const JsonElement &element, const std::string &source)
{
    constexpr int maxDepth = 64;
    if (nestingDepth(element.text) > maxDepth)
        return Error{Errc::InvalidInput,
                     "the value is nested deeper than " + std::to_string(maxDepth),
                     source + ":" + std::to_string(element.line)};
    return parseJson(element.text, source, element.line);
}

Result<Json> parsePythonJson(std::string_view text, const std::string &source, int firstLine)
{
    if (text.find("NaN") == std::string_view::npos
        && text.find("Infinity") == std::string_view::npos)
        return parseElement({text, firstLine}, source);
    const std::string quoted = withQuotedNonFinite(text);
    return parseElement({quoted, firstLine}, source);
}

Result<std::optional<std::string>> AnswerLine::text(const char *field) const
{
    const auto found = value.find(field);
    if (found == value.end() || !found->is_string())
        return std::optional<std::string>();
    if (std::find(damaged.begin(), damaged.end(), field) != damaged.end())
        return Error{.code = Errc::InvalidInput,
                     .message = "the text under \"" + std::string(field)
                         + "\" has characters that are no text, such as half a surrogate pair",
                     .hint = "write the answers as UTF-8"};
    return std::optional(found->get<std::string>());
}

Result<AnswerLine> parseAnswer(const JsonElement &element, const std::string &source)
{
    const auto isObject = [&](const Json &value) {
        return value.is_object()
            ? Status()
            : Status(Error{Errc::InvalidInput,
                           std::string("is no JSON object but ") + value.type_name(),
                           source + ":" + std::to_string(element.line)});
    };
    auto whole = parsePythonJson(element.text, source, element.line);
    if (whole) {
        if (Status object = isObject(*whole); !object)
            return object.error();
        return AnswerLine{std::move(*whole), {}};
    }
    const std::string mended = withMendedStrings(element.text);
    auto parts = mended == element.text ? Result<Json>(whole.error())
                                        : parsePythonJson(mended, source, element.line);
    if (!parts)
        return whole.error();
    if (Status object = isObject(*parts); !object)
        return object.error();
    AnswerLine line{std::move(*parts), {}};
    for (const auto &[key, value] : line.value.items()) {
        const bool isText = value.is_string();
        if (isText && value.get_ref<const std::string &>().find(replacement) != std::string::npos)
            line.damaged.push_back(key);
    }
    return line;
}

} // namespace loupe
