// SPDX-License-Identifier: Apache-2.0
#include "core/lexers/pythontokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

namespace loupe {

namespace {

bool isDigit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool isPlainWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Returns the length of a non-ASCII letter at the start of `text`; 0 for characters that cannot be
/// in a name: marks, arrows, mathematical signs, pictures.
std::size_t foreignLetter(std::string_view text)
{
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]))
                               : 0U;
    };
    const std::uint32_t first = byte(0);
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
    if (first < 0x80 || size == 0 || text.size() < size)
        return 0;
    std::uint32_t letter = first & (0xFFU >> (size + 1));
    for (std::size_t i = 1; i < size; ++i)
        letter = letter << 6U | (byte(i) & 0x3FU);
    const bool isLetter = letter == 0xAA || letter == 0xB5 || letter == 0xBA
        || (letter >= 0xC0 && letter != 0xD7 && letter != 0xF7 && letter < 0x2000)
        || (letter >= 0x2C00 && letter < 0xD800 && (letter < 0x3000 || letter > 0x3004))
        || (letter >= 0xF900 && letter < 0xFE00) || (letter >= 0xFF21 && letter < 0xFFE0)
        || (letter >= 0x10000 && letter < 0x1F000) || letter >= 0x20000;
    return isLetter ? size : 0;
}

/// Operators of several characters; of those with one beginning, the longest first.
constexpr std::array<std::string_view, 24> longOperators{
    "...", "**=", "//=", ">>=", "<<=", "!=", "==", "<=", ">=", "->", ":=", "+=",
    "-=",  "*=",  "/=",  "%=",  "&=",  "|=", "^=", "@=", "**", "//", "<<", ">>"};
constexpr std::string_view shortOperators = "+-*/%@&|^~<>()[]{},:;.=";

bool isStringPrefix(std::string_view word)
{
    return word.size() <= 2 && std::all_of(word.begin(), word.end(), [](char c) {
               return std::string_view("rRbBfFuU").find(c) != std::string_view::npos;
           });
}

} // namespace

int PythonToken::depthChange() const
{
    const bool isBracket = kind == Kind::Operator && text.size() == 1;
    if (isBracket && std::string_view("([{").find(text) != std::string_view::npos)
        return 1;
    return isBracket && std::string_view(")]}").find(text) != std::string_view::npos ? -1 : 0;
}

PythonTokens::PythonTokens(std::string_view source, std::string_view openString)
    : m_source(source)
    , m_quotes(openString)
    , m_isLineStart(openString.empty())
{
    if (source.empty() && openString.size() == 1)
        m_quotes = {}; // an empty line ends it
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (m_source.starts_with(byteOrderMark))
        m_at = byteOrderMark.size();
}

char PythonTokens::at(std::size_t ahead) const
{
    return m_at + ahead < m_source.size() ? m_source[m_at + ahead] : '\0';
}

PythonToken PythonTokens::made(PythonToken::Kind kind, std::size_t from) const
{
    return {kind, m_source.substr(from, m_at - from), m_line, 0, {}};
}

PythonToken PythonTokens::problem(std::string_view what, std::size_t from) const
{
    return {PythonToken::Kind::Problem, m_source.substr(from, m_at - from), m_line, 0, what};
}

bool PythonTokens::isNewline() const
{
    return at(0) == '\n' || at(0) == '\r';
}

void PythonTokens::passNewline()
{
    m_at += at(0) == '\r' && at(1) == '\n' ? 2 : 1;
    ++m_line;
}

/// Reads the indentation of the next line that is not empty. Returns false before a comment and at
/// the end.
bool PythonTokens::beginLine(PythonToken &indent)
{
    for (;;) {
        int column = 0;
        for (; at(0) == ' ' || at(0) == '\t' || at(0) == '\f'; ++m_at)
            column = at(0) == '\t' ? (column / 8 + 1) * 8 : at(0) == '\f' ? 0 : column + 1;
        if (isAtEnd() || at(0) == '#')
            return false;
        if (!isNewline()) {
            m_isLineStart = false;
            indent = {PythonToken::Kind::Indent, {}, m_line, column, {}};
            return true;
        }
        passNewline();
    }
}

/// Skips to the next token. Returns true if the line ended before it, or was joined wrongly.
bool PythonTokens::passSpace(PythonToken &end)
{
    for (;;) {
        while (at(0) == ' ' || at(0) == '\t' || at(0) == '\f')
            ++m_at;
        if (isNewline() && m_depth == 0) {
            end = made(PythonToken::Kind::LineEnd, m_at);
            passNewline();
            m_isLineStart = true;
            return true;
        }
        if (isNewline()) {
            passNewline();
            continue;
        }
        if (at(0) != '\\')
            return false;
        const std::size_t from = m_at++;
        if (!isNewline()) {
            m_at = std::min(m_at + 1, m_source.size());
            end = problem("a backslash within a line", from);
            return true;
        }
        passNewline();
    }
}

PythonToken PythonTokens::next()
{
    if (!m_quotes.empty() && !isAtEnd())
        return string(m_at);
    PythonToken token;
    const bool begins = m_isLineStart && m_depth == 0;
    if (begins ? beginLine(token) : passSpace(token))
        return token;
    if (isAtEnd())
        return made(PythonToken::Kind::End, m_at);
    const char c = at(0);
    if (c == '#')
        return comment();
    if (c == '"' || c == '\'')
        return quoted(m_at);
    if (isDigit(c) || (c == '.' && isDigit(at(1))))
        return number();
    if (isPlainWord(c) || foreignLetter(m_source.substr(m_at)) > 0)
        return word();
    return symbol();
}

PythonToken PythonTokens::comment()
{
    const std::size_t from = m_at;
    m_at = std::min(m_source.find_first_of("\r\n", m_at), m_source.size());
    return made(PythonToken::Kind::Comment, from);
}

PythonToken PythonTokens::word()
{
    const std::size_t from = m_at;
    while (!isAtEnd()) {
        const std::size_t letter = isPlainWord(at(0)) ? 1 : foreignLetter(m_source.substr(m_at));
        if (letter == 0)
            break;
        m_at += letter;
    }
    if ((at(0) == '"' || at(0) == '\'') && isStringPrefix(m_source.substr(from, m_at - from)))
        return quoted(from);
    return made(PythonToken::Kind::Word, from);
}

PythonToken PythonTokens::number()
{
    const std::size_t from = m_at;
    const auto passDigits = [this](auto isOne) {
        while (isOne(at(0)) || at(0) == '_')
            ++m_at;
    };
    if (at(0) == '0' && std::string_view("xXoObB").find(at(1)) != std::string_view::npos
        && at(1) != '\0') {
        m_at += 2;
        passDigits([](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; });
    } else {
        passDigits(isDigit);
        if (at(0) == '.') {
            ++m_at;
            passDigits(isDigit);
        }
        const bool isSigned = at(1) == '+' || at(1) == '-';
        if ((at(0) == 'e' || at(0) == 'E') && isDigit(at(isSigned ? 2 : 1))) {
            m_at += isSigned ? 2 : 1;
            passDigits(isDigit);
        }
        if (at(0) == 'j' || at(0) == 'J')
            ++m_at;
    }
    if (isPlainWord(at(0)))
        return problem("a number that goes on with letters", from);
    return made(PythonToken::Kind::Number, from);
}

/// Reads the string that starts at `from` and whose quotes are next.
PythonToken PythonTokens::quoted(std::size_t from)
{
    constexpr std::array<std::string_view, 4> quotes{R"(""")", "'''", "\"", "'"};
    m_quotes = *std::ranges::find_if(
        quotes, [&](std::string_view each) { return m_source.substr(m_at).starts_with(each); });
    m_at += m_quotes.size();
    return string(from);
}

/// Reads the rest of the string that starts at `from`.
PythonToken PythonTokens::string(std::size_t from)
{
    bool isJoined = false;
    const int line = m_line;
    while (!isAtEnd()) {
        if (m_source.substr(m_at).starts_with(m_quotes)) {
            m_at += m_quotes.size();
            m_quotes = {};
            PythonToken token = made(PythonToken::Kind::String, from);
            token.line = line;
            return token;
        }
        if (isNewline() && m_quotes.size() == 1) {
            m_quotes = {};
            return problem("a string that does not end on its line", from);
        }
        const bool isEscape = at(0) == '\\';
        m_at += isEscape ? 1 : 0;
        isJoined = isEscape && (isAtEnd() || isNewline());
        if (isNewline())
            passNewline();
        else if (!isAtEnd())
            ++m_at;
    }
    if (m_quotes.size() == 1 && !isJoined)
        m_quotes = {};
    return problem("a string that never ends", from);
}

PythonToken PythonTokens::symbol()
{
    const std::size_t from = m_at;
    const char c = at(0);
    const auto *const found = std::ranges::find_if(longOperators, [&](std::string_view each) {
        return m_source.substr(m_at).starts_with(each);
    });
    m_at += found != longOperators.end() ? found->size() : 1;
    if (found == longOperators.end() && shortOperators.find(c) == std::string_view::npos)
        return problem("a character outside Python's syntax", from);
    const PythonToken token = made(PythonToken::Kind::Operator, from);
    m_depth = std::max(m_depth + token.depthChange(), 0);
    return token;
}

namespace {

/// Returns the length of the expression at the start of `text`, which ends with its braces, or
/// before its conversion or format.
std::size_t expressionLength(std::string_view text)
{
    PythonTokens tokens(text);
    int depth = 0;
    for (PythonToken token = tokens.next(); token.kind != PythonToken::Kind::End;
         token = tokens.next()) {
        const bool isEnd = token.is("}") || token.text.starts_with(':') || token.text == "!";
        if (depth == 0 && isEnd)
            return static_cast<std::size_t>(token.text.data() - text.data());
        depth += token.depthChange();
    }
    return text.size();
}

} // namespace

std::vector<PythonToken> pythonTokens(std::string_view source)
{
    std::vector<PythonToken> out;
    PythonTokens tokens(source);
    do
        out.push_back(tokens.next());
    while (out.back().kind != PythonToken::Kind::End);
    return out;
}

PythonStringParts stringParts(std::string_view text)
{
    const std::size_t open = text.find_first_of("\"'");
    const std::string_view quoted = text.substr(open);
    const bool isTriple = quoted.size() >= 6 && quoted[1] == quoted[0] && quoted[2] == quoted[0];
    const std::size_t quotes = isTriple ? 3 : 1;
    return {text.substr(0, open), quoted.substr(0, quotes),
            quoted.substr(quotes, quoted.size() - 2 * quotes)};
}

std::vector<std::string_view> placeholdersIn(std::string_view content)
{
    std::vector<std::string_view> out;
    int formats = 0; // braces around the format that is read
    for (std::size_t at = 0; at < content.size();) {
        const char c = content[at];
        if (c == '{' && formats == 0 && content.substr(at).starts_with("{{")) {
            at += 2;
            continue;
        }
        ++at;
        formats -= c == '}' && formats > 0 ? 1 : 0;
        if (c != '{')
            continue;
        out.push_back(content.substr(at, expressionLength(content.substr(at))));
        at += out.back().size();
        ++formats; // until its brace
    }
    return out;
}

} // namespace loupe
