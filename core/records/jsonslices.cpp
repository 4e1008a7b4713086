// SPDX-License-Identifier: Apache-2.0
#include "core/records/jsonslices.h"

#include "core/suites/jsonelements.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

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
    while (true) {
        at = text.find_first_of("\"\\", at + 1);
        if (at == std::string_view::npos)
            return text.size();
        if (text[at] == '"')
            return at + 1;
        ++at;
    }
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

/// Walks through one object or array.
class Outline
{
public:
    Outline(std::string_view text, const std::string &source, int firstLine)
        : m_text(text)
        , m_source(source)
        , m_line(firstLine)
    {
    }

    Result<std::vector<JsonSlice>> read()
    {
        skipSpace();
        const bool isObject = current() == '{';
        if (!isObject && current() != '[')
            return malformed("must be an object or a list");
        const char closing = isObject ? '}' : ']';
        advance(1);
        skipSpace();
        while (current() != closing) {
            JsonSlice member;
            if (isObject) {
                if (Status named = readKey(member.key); !named)
                    return named.error();
            }
            const std::size_t end = endOfValue(m_text, m_at);
            if (end == m_at)
                return malformed("not valid JSON");
            member.line = m_line;
            member.text = m_text.substr(m_at, end - m_at);
            m_members.push_back(std::move(member));
            advance(end - m_at);
            skipSpace();
            if (current() == closing)
                break;
            if (current() != ',')
                return malformed("not valid JSON");
            advance(1);
            skipSpace();
            if (current() == closing)
                return malformed("not valid JSON");
        }
        advance(1);
        skipSpace();
        if (m_at < m_text.size())
            return malformed("not valid JSON");
        return std::move(m_members);
    }

private:
    char current() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

    void advance(std::size_t count)
    {
        const std::string_view passed = m_text.substr(m_at, count);
        m_line += lineBreaks(passed);
        m_at += passed.size();
    }

    void skipSpace()
    {
        const std::size_t next = m_text.find_first_not_of(jsonSpace, m_at);
        advance(std::min(next, m_text.size()) - m_at);
    }

    /// The key and the colon behind it.
    Status readKey(std::string &key)
    {
        if (current() != '"')
            return malformed("not valid JSON");
        const std::size_t end = endOfString(m_text, m_at);
        const auto text = parseJson(m_text.substr(m_at, end - m_at), m_source, m_line);
        if (!text)
            return text.error();
        key = text->get<std::string>();
        if (!m_keys.insert(key).second)
            return malformed("the key \"" + key + "\" occurs twice in one object");
        advance(end - m_at);
        skipSpace();
        if (current() != ':')
            return malformed("not valid JSON");
        advance(1);
        skipSpace();
        return {};
    }

    Error malformed(std::string message) const
    {
        const std::size_t lastBreak
            = m_at == 0 ? std::string_view::npos : m_text.rfind('\n', m_at - 1);
        const std::size_t column
            = lastBreak == std::string_view::npos ? m_at + 1 : m_at - lastBreak;
        return Error{Errc::InvalidInput,
                     std::move(message),
                     m_source + ":" + std::to_string(m_line) + ":" + std::to_string(column),
                     {},
                     {}};
    }

    std::string_view m_text;
    const std::string &m_source;
    std::size_t m_at = 0;
    int m_line;
    std::vector<JsonSlice> m_members;
    std::set<std::string> m_keys;
};

} // namespace

Result<std::vector<JsonSlice>> jsonOutline(std::string_view document, const std::string &source,
                                           int firstLine)
{
    return Outline(document, source, firstLine).read();
}

std::vector<JsonSlice> jsonMembers(std::string_view document, int firstLine)
{
    auto members = jsonOutline(document, {}, firstLine);
    return members ? std::move(*members) : std::vector<JsonSlice>();
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
