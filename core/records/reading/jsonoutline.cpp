// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/jsonoutline.h"

#include "core/records/reading/sourcefiles.h"
#include "core/suites/text/jsonelements.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace loupe {

namespace {

constexpr std::string_view outlineSpace = " \t\r\n";
constexpr std::string_view outlineScalarEnd = " \t\r\n,]}";

int outlineLineBreaks(std::string_view text)
{
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

/// Scanner of one object or array.
class JsonOutline
{
public:
    JsonOutline(std::string_view text, const std::string &source, int firstLine,
                std::vector<JsonProblem> *repeated)
        : m_text(text)
        , m_source(source)
        , m_line(firstLine)
        , m_repeated(repeated)
    {
    }

    Result<std::vector<JsonPart>> read()
    {
        skipSpace();
        const bool isObject = current() == '{';
        if (!isObject && current() != '[')
            return malformed("must be an object or a list");
        const char closing = isObject ? '}' : ']';
        advance(1);
        skipSpace();
        bool isEnd = current() == closing;
        while (!isEnd) {
            JsonPart part;
            if (isObject) {
                if (Status named = readKey(part.key); !named)
                    return std::move(named).error();
            }
            const std::size_t end = endOfValue();
            if (end == m_at)
                return malformed("not valid JSON: a value is missing");
            part.line = m_line;
            part.text = m_text.substr(m_at, end - m_at);
            m_parts.push_back(std::move(part));
            advance(end - m_at);
            skipSpace();
            isEnd = current() == closing;
            if (!isEnd && current() != ',')
                return malformed("not valid JSON: a comma or the end is missing");
            if (!isEnd)
                advance(1);
            skipSpace();
        }
        advance(1);
        skipSpace();
        if (m_at < m_text.size())
            return malformed("not valid JSON: something follows its end");
        std::erase_if(m_parts,
                      [this](const JsonPart &part) { return m_repeatedKeys.contains(part.key); });
        return std::move(m_parts);
    }

private:
    char current() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

    void advance(std::size_t count)
    {
        const std::string_view passed = m_text.substr(m_at, count);
        m_line += outlineLineBreaks(passed);
        m_at += passed.size();
    }

    void skipSpace()
    {
        const std::size_t next = m_text.find_first_not_of(outlineSpace, m_at);
        advance(std::min(next, m_text.size()) - m_at);
    }

    std::size_t endOfValue() const
    {
        const char c = current();
        if (c == '"' || c == '{' || c == '[')
            return endOfJsonPart(m_text, m_at);
        return std::min(m_text.find_first_of(outlineScalarEnd, m_at), m_text.size());
    }

    /// Reads the key and the following colon.
    Status readKey(std::string &key)
    {
        if (current() != '"')
            return malformed("not valid JSON: a key is missing");
        const std::size_t end = endOfJsonPart(m_text, m_at);
        const auto text = parseJson(m_text.substr(m_at, end - m_at), m_source, m_line);
        if (!text)
            return text.error();
        key = text->get<std::string>();
        if (!m_keys.insert(key).second) {
            const Error twice = malformed("the key \"" + key + "\" occurs twice in one object");
            if (m_repeated == nullptr)
                return twice;
            if (m_repeatedKeys.insert(key).second)
                m_repeated->push_back({twice.where, twice.message});
        }
        advance(end - m_at);
        skipSpace();
        if (current() != ':')
            return malformed("not valid JSON: a colon is missing");
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
        const bool isBlank = m_text.find_first_not_of(outlineSpace) == std::string_view::npos;
        if (m_at >= m_text.size())
            message = isBlank ? "not valid JSON: it is empty"
                              : "not valid JSON: it is cut off within a value";
        return Error{Errc::InvalidInput, std::move(message),
                     m_source + ":" + std::to_string(m_line) + ":" + std::to_string(column)};
    }

    std::string_view m_text;
    const std::string &m_source;
    std::size_t m_at = 0;
    int m_line;
    std::vector<JsonPart> m_parts;
    std::set<std::string> m_keys;
    std::set<std::string> m_repeatedKeys;
    std::vector<JsonProblem> *m_repeated; ///< null: repeated keys are refused
};

Result<std::vector<JsonPart>> partsOf(char opening, std::string_view document,
                                      const std::string &source, int firstLine,
                                      std::vector<JsonProblem> *repeated = nullptr)
{
    constexpr const char *hint = "nothing was imported; it may be cut off or of another kind";
    document = withoutByteOrderMark(document);
    const std::size_t first = std::min(document.find_first_not_of(outlineSpace), document.size());
    if (!document.substr(first).starts_with(opening)) {
        const int line = firstLine + outlineLineBreaks(document.substr(0, first));
        return Error{Errc::InvalidInput,
                     opening == '{' ? "must be a JSON object" : "must be a JSON array",
                     source + ":" + std::to_string(line), hint};
    }
    const std::size_t known = repeated == nullptr ? 0 : repeated->size();
    auto parts = jsonOutline(document, source, firstLine, repeated);
    for (std::size_t i = known; repeated != nullptr && i < repeated->size(); ++i)
        (*repeated)[i].where.erase((*repeated)[i].where.rfind(':')); // without the column
    if (parts)
        return parts;
    Error error = std::move(parts).error();
    error.where.erase(error.where.rfind(':')); // without the column
    error.hint = hint;
    return error;
}

} // namespace

std::string placeIn(const std::string &file, const JsonPart &part)
{
    return file + ":" + std::to_string(part.line);
}

Result<std::vector<JsonPart>> jsonOutline(std::string_view document, const std::string &source,
                                          int firstLine, std::vector<JsonProblem> *repeated)
{
    return JsonOutline(withoutByteOrderMark(document), source, firstLine, repeated).read();
}

std::vector<JsonPart> jsonMembers(std::string_view document, int firstLine)
{
    auto members = jsonOutline(document, {}, firstLine);
    return members ? std::move(*members) : std::vector<JsonPart>();
}

Result<std::vector<JsonPart>> partsOfObject(std::string_view document, const std::string &source,
                                            int firstLine, std::vector<JsonProblem> *repeated)
{
    return partsOf('{', document, source, firstLine, repeated);
}

Result<std::vector<JsonPart>> partsOfArray(std::string_view document, const std::string &source,
                                           int firstLine)
{
    return partsOf('[', document, source, firstLine);
}

const JsonPart *partNamed(const std::vector<JsonPart> &parts, std::string_view key)
{
    const auto found = std::find_if(parts.begin(), parts.end(),
                                    [&](const JsonPart &part) { return part.key == key; });
    return found == parts.end() ? nullptr : &*found;
}

std::vector<JsonPart> jsonLines(std::string_view document)
{
    std::vector<JsonPart> out;
    document = withoutByteOrderMark(document);
    for (int line = 1; !document.empty(); ++line) {
        const std::size_t end = document.find('\n');
        out.push_back({{}, document.substr(0, end), line});
        document.remove_prefix(end == std::string_view::npos ? document.size() : end + 1);
    }
    return out;
}

bool isBlank(const JsonPart &line)
{
    return line.text.find_first_not_of(" \t\r") == std::string_view::npos;
}

} // namespace loupe
