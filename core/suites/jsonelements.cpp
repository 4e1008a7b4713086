// SPDX-License-Identifier: Apache-2.0
#include "core/suites/jsonelements.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::string_view jsonSpace = " \t\r\n";

void add(std::vector<JsonElement> &out, std::string_view text, int line)
{
    const std::size_t first = text.find_first_not_of(jsonSpace);
    if (first == std::string_view::npos)
        return;
    for (const char c : text.substr(0, first))
        line += c == '\n' ? 1 : 0;
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

std::vector<JsonElement> jsonElements(std::string_view text)
{
    const std::size_t opening = text.find_first_not_of(jsonSpace);
    if (opening == std::string_view::npos || text[opening] != '[')
        return lines(text);
    std::vector<JsonElement> out;
    std::size_t begin = opening + 1;
    int line = 1;
    int beginLine = 1;
    int depth = 0;
    bool isString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        line += c == '\n' ? 1 : 0;
        if (i <= opening) {
            beginLine = line;
        } else if (isString) {
            i += c == '\\' ? 1 : 0;
            isString = c != '"';
        } else if (c == '"') {
            isString = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if ((c == ',' || c == ']') && depth == 0) {
            add(out, text.substr(begin, i - begin), beginLine);
            begin = i + 1;
            beginLine = line;
            if (c == ']')
                break;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    add(out, text.substr(begin),
        beginLine); // what follows the array is an element that cannot parse
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
