// SPDX-License-Identifier: Apache-2.0
#include "core/records/jsonslices.h"

#include "core/suites/jsonelements.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

constexpr std::string_view jsonSpace = " \t\r\n";

int lineBreaks(std::string_view text)
{
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

/// The place behind the string that begins at `at`.
std::size_t endOfString(std::string_view text, std::size_t at)
{
    for (++at; at < text.size() && text[at] != '"'; ++at)
        at += text[at] == '\\' ? 1 : 0;
    return std::min(at + 1, text.size());
}

/// The place behind the value that begins at `at`: of a container its bracket, otherwise where a
/// comma, a bracket or white space ends it.
std::size_t endOfValue(std::string_view text, std::size_t at)
{
    int depth = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '"') {
            at = endOfString(text, at);
            if (depth == 0)
                return at;
            continue;
        }
        if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            if (depth <= 1)
                return depth == 0 ? at : at + 1;
            --depth;
        } else if (depth == 0 && (c == ',' || jsonSpace.find(c) != std::string_view::npos)) {
            return at;
        }
        ++at;
    }
    return text.size();
}

/// Puts Python's three words for numbers that JSON has not between quotes, outside strings.
std::string withQuotedNumbers(std::string_view text)
{
    static constexpr std::array<std::string_view, 3> words{"-Infinity", "Infinity", "NaN"};
    std::string out;
    out.reserve(text.size() + 16);
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '"') {
            const std::size_t end = endOfString(text, at);
            out += text.substr(at, end - at);
            at = end;
            continue;
        }
        const auto word = std::find_if(words.begin(), words.end(), [&](std::string_view each) {
            return text.substr(at, each.size()) == each;
        });
        if (word == words.end()) {
            out += text[at++];
            continue;
        }
        out += '"';
        out += *word;
        out += '"';
        at += word->size();
    }
    return out;
}

} // namespace

std::vector<JsonSlice> jsonMembers(std::string_view document, int firstLine)
{
    std::vector<JsonSlice> out;
    std::size_t at = 0;
    int line = firstLine;
    const auto skipTo = [&](std::size_t next) {
        next = std::min(next, document.size());
        line += lineBreaks(document.substr(at, next - at));
        at = next;
    };
    const auto skipSpace = [&] { skipTo(document.find_first_not_of(jsonSpace, at)); };
    skipSpace();
    const bool isObject = at < document.size() && document[at] == '{';
    if (!isObject && (at >= document.size() || document[at] != '['))
        return out;
    skipTo(at + 1);
    for (skipSpace(); at < document.size() && document[at] != '}' && document[at] != ']';
         skipSpace()) {
        JsonSlice member;
        if (isObject) {
            if (document[at] != '"')
                break;
            const std::size_t end = endOfString(document, at);
            member.key = document.substr(at + 1, end - at - 2);
            skipTo(end);
            skipSpace();
            if (at >= document.size() || document[at] != ':')
                break;
            skipTo(at + 1);
            skipSpace();
        }
        const std::size_t end = endOfValue(document, at);
        if (end == at)
            break;
        member.line = line;
        member.text = document.substr(at, end - at);
        out.push_back(std::move(member));
        skipTo(end);
        skipSpace();
        if (at < document.size() && document[at] == ',')
            skipTo(at + 1);
    }
    return out;
}

std::vector<JsonSlice> jsonLines(std::string_view document)
{
    std::vector<JsonSlice> out;
    for (int line = 1; !document.empty(); ++line) {
        const std::size_t end = document.find('\n');
        out.push_back({{}, document.substr(0, end), line});
        document.remove_prefix(end == std::string_view::npos ? document.size() : end + 1);
    }
    return out;
}

Result<Json> parsePythonJson(std::string_view text, const std::string &source, int firstLine)
{
    if (text.find("NaN") == std::string_view::npos
        && text.find("Infinity") == std::string_view::npos)
        return parseElement({text, firstLine}, source);
    const std::string quoted = withQuotedNumbers(text);
    return parseElement({quoted, firstLine}, source);
}

} // namespace loupe
