// SPDX-License-Identifier: Apache-2.0
#include "core/records/jsonoutline.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace loupe {

namespace {

constexpr std::string_view outlineSpace = " \t\r\n";
constexpr std::string_view outlineScalarEnd = " \t\r\n,]}";
constexpr int mostOutlineNesting = 64; ///< copies of deeper values could exhaust the stack

/// Walks over a JSON text by its brackets, commas and quotes alone.
class JsonOutline
{
public:
    JsonOutline(std::string_view text, const std::string &source, int firstLine)
        : m_text(text)
        , m_source(source)
        , m_line(firstLine)
    {
    }

    Result<std::vector<JsonPart>> parts(char open, char close, bool hasKeys)
    {
        std::vector<JsonPart> out;
        std::set<std::string> keys;
        skipSpace();
        if (!take(open))
            return error(open == '{' ? "must be a JSON object" : "must be a JSON array");
        skipSpace();
        bool isEnd = take(close);
        while (!isEnd) {
            JsonPart part;
            if (hasKeys) {
                auto key = readKey();
                if (!key)
                    return std::move(key).error();
                part.key = std::move(*key);
                if (!keys.insert(part.key).second)
                    return error("the key \"" + part.key + "\" occurs twice in one object");
            }
            part.line = m_line;
            const std::size_t begin = m_at;
            if (!skipValue())
                return error("not valid JSON: a value does not end");
            part.text = m_text.substr(begin, m_at - begin);
            if (part.text.empty())
                return error("not valid JSON: a value is missing");
            out.push_back(std::move(part));
            skipSpace();
            isEnd = take(close);
            if (!isEnd && !take(','))
                return error("not valid JSON: a comma or the end is missing");
            skipSpace();
        }
        skipSpace();
        if (m_at != m_text.size())
            return error("not valid JSON: something follows its end");
        return out;
    }

private:
    Error error(std::string message) const
    {
        return Error{Errc::InvalidInput,
                     std::move(message),
                     m_source + ":" + std::to_string(m_line),
                     "nothing was imported; it may be cut off or of another kind",
                     {}};
    }

    bool isAtEnd() const { return m_at >= m_text.size(); }

    void step()
    {
        if (m_text[m_at] == '\n')
            ++m_line;
        ++m_at;
    }

    void skipSpace()
    {
        while (!isAtEnd() && outlineSpace.find(m_text[m_at]) != std::string_view::npos)
            step();
    }

    bool take(char wanted)
    {
        if (isAtEnd() || m_text[m_at] != wanted)
            return false;
        step();
        return true;
    }

    Result<std::string> readKey()
    {
        const std::size_t begin = m_at;
        if (isAtEnd() || m_text[m_at] != '"' || !skipText())
            return error("not valid JSON: a key is missing");
        const auto key = parseJson(m_text.substr(begin, m_at - begin), m_source, m_line);
        if (!key)
            return key.error();
        skipSpace();
        if (!take(':'))
            return error("not valid JSON: a colon is missing");
        skipSpace();
        return key->get<std::string>();
    }

    /// From a quote to behind the one that closes it.
    bool skipText()
    {
        step();
        while (!isAtEnd() && m_text[m_at] != '"') {
            if (m_text[m_at] == '\\')
                step();
            if (!isAtEnd())
                step();
        }
        return take('"');
    }

    bool skipValue()
    {
        int depth = 0;
        while (!isAtEnd()) {
            const char c = m_text[m_at];
            if (c == '"') {
                if (!skipText())
                    return false;
            } else if (c == '{' || c == '[') {
                ++depth;
                step();
            } else if (depth > 0 && (c == '}' || c == ']')) {
                --depth;
                step();
            } else if (depth > 0) {
                step();
            } else {
                m_at = std::min(m_text.find_first_of(outlineScalarEnd, m_at), m_text.size());
                return true;
            }
            if (depth == 0)
                return true;
        }
        return depth == 0;
    }

    std::string_view m_text;
    const std::string &m_source;
    std::size_t m_at = 0;
    int m_line;
};

/// The length of a token for a number that is not finite at the beginning of the text, or 0.
std::size_t outlineNonFinite(std::string_view text)
{
    for (const std::string_view token : {"NaN", "Infinity", "-Infinity"}) {
        if (!text.starts_with(token))
            continue;
        const std::size_t next = text.find_first_not_of(outlineSpace, token.size());
        const bool isValue = next == std::string_view::npos || text[next] == ','
            || text[next] == ']' || text[next] == '}';
        return isValue ? token.size() : 0;
    }
    return 0;
}

/// The text with quotes around such tokens.
std::string outlineWithNonFinite(std::string_view text)
{
    std::string out;
    out.reserve(text.size() + 16);
    bool isQuoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (isQuoted && c == '\\' && i + 1 < text.size()) {
            out += c;
            out += text[++i];
            continue;
        }
        if (c == '"')
            isQuoted = !isQuoted;
        const std::size_t token = isQuoted ? 0 : outlineNonFinite(text.substr(i));
        if (token == 0) {
            out += c;
            continue;
        }
        out.append(1, '"').append(text.substr(i, token)).append(1, '"');
        i += token - 1;
    }
    return out;
}

/// How deep brackets are nested at most; quotes within texts are seen, errors are not.
int outlineDepth(std::string_view text)
{
    int depth = 0;
    int deepest = 0;
    bool isQuoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"')
            isQuoted = !isQuoted;
        else if (isQuoted && c == '\\')
            ++i;
        else if (!isQuoted && (c == '{' || c == '['))
            deepest = std::max(deepest, ++depth);
        else if (!isQuoted && (c == '}' || c == ']'))
            --depth;
    }
    return deepest;
}

bool isNonFiniteText(const Json &value)
{
    if (!value.is_string())
        return false;
    const auto &text = value.get_ref<const std::string &>();
    return text == "NaN" || text == "Infinity" || text == "-Infinity";
}

const Json *recordedField(const JsonReader &reader, std::string_view key)
{
    if (!reader.has(key))
        return nullptr;
    const Json &value = *reader.json().find(key);
    return value.is_null() ? nullptr : &value;
}

} // namespace

Result<std::vector<JsonPart>> partsOfObject(std::string_view text, const std::string &source,
                                            int firstLine)
{
    return JsonOutline(text, source, firstLine).parts('{', '}', true);
}

Result<std::vector<JsonPart>> partsOfArray(std::string_view text, const std::string &source,
                                           int firstLine)
{
    return JsonOutline(text, source, firstLine).parts('[', ']', false);
}

Result<Json> parseJsonOfPython(std::string_view text, const std::string &source, int firstLine)
{
    if (outlineDepth(text) > mostOutlineNesting)
        return Error{Errc::InvalidInput,
                     "it is nested deeper than any record is",
                     source + ":" + std::to_string(firstLine),
                     {},
                     {}};
    if (text.find("NaN") == std::string_view::npos
        && text.find("Infinity") == std::string_view::npos)
        return parseJson(text, source, firstLine);
    return parseJson(outlineWithNonFinite(text), source, firstLine);
}

std::optional<double> recordedNumber(const JsonReader &reader, std::string_view key)
{
    const Json *value = recordedField(reader, key);
    if (value == nullptr || isNonFiniteText(*value))
        return std::nullopt;
    if (!value->is_number()) {
        reader.problem(key, std::string("must be a number or null, is ") + value->type_name());
        return std::nullopt;
    }
    const auto number = value->get<double>();
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<double> recordedPositive(const JsonReader &reader, std::string_view key)
{
    const std::optional<double> number = recordedNumber(reader, key);
    if (number && *number <= 0) {
        reader.problem(key, "must be above 0");
        return std::nullopt;
    }
    return number;
}

int recordedCount(const JsonReader &reader, std::string_view key, int low, int high)
{
    const Json *value = recordedField(reader, key);
    if (value != nullptr && value->is_number_integer()) {
        const bool isHuge = value->is_number_unsigned() && value->get<std::uint64_t>() > INT32_MAX;
        const auto number = isHuge ? std::int64_t{high} + 1 : value->get<std::int64_t>();
        if (number >= low && number <= high)
            return static_cast<int>(number);
    }
    reader.problem(
        key, "must be a whole number from " + std::to_string(low) + " to " + std::to_string(high));
    return low;
}

std::optional<bool> recordedFlag(const JsonReader &reader, std::string_view key)
{
    const Json *value = recordedField(reader, key);
    if (value == nullptr)
        return std::nullopt;
    if (!value->is_boolean()) {
        reader.problem(key, std::string("must be true, false or null, is ") + value->type_name());
        return std::nullopt;
    }
    return value->get<bool>();
}

std::string recordedText(const JsonReader &reader, std::string_view key)
{
    const Json *value = recordedField(reader, key);
    if (value == nullptr)
        return {};
    if (!value->is_string()) {
        reader.problem(key, std::string("must be a string or null, is ") + value->type_name());
        return {};
    }
    return value->get<std::string>();
}

} // namespace loupe
