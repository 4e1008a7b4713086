// SPDX-License-Identifier: Apache-2.0
#include "core/suites/jsonelements.h"

#include <algorithm>

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
    add(out, text.substr(begin), line); // what follows the array is an element that cannot parse
    return out;
}

Result<Json> parseElement(const JsonElement &element, const std::string &source)
{
    constexpr int maxDepth = 64;
    if (nestingDepth(element.text) > maxDepth)
        return Error{Errc::InvalidInput,
                     "the value is nested deeper than " + std::to_string(maxDepth),
                     source + ":" + std::to_string(element.line),
                     {},
                     {}};
    return parseJson(element.text, source, element.line);
}

} // namespace loupe
