// SPDX-License-Identifier: Apache-2.0
#include "core/answers/pythontokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <string>

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

constexpr std::array<std::string_view, 21> longOperators{
    "...", "**=", "//=", ">>=", "<<=", "!=", "==", "<=", ">=", "->", ":=",
    "+=",  "-=",  "*=",  "/=",  "%=",  "&=", "|=", "^=", "@=", "**"};
constexpr std::array<std::string_view, 3> longerOperators{"//", "<<", ">>"};
constexpr std::string_view shortOperators = "+-*/%@&|^~<>()[]{},:;.=";

bool isStringPrefix(std::string_view word)
{
    return word.size() <= 2 && std::all_of(word.begin(), word.end(), [](char c) {
               return std::string_view("rRbBfFuU").find(c) != std::string_view::npos;
           });
}

} // namespace

PythonTokens::PythonTokens(std::string_view source) : m_source(source)
{
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (m_source.substr(0, byteOrderMark.size()) == byteOrderMark)
        m_at = byteOrderMark.size();
}

char PythonTokens::at(std::size_t ahead) const
{
    return m_at + ahead < m_source.size() ? m_source[m_at + ahead] : '\0';
}

PythonToken PythonTokens::made(PythonToken::Kind kind, std::size_t from) const
{
    return {kind, m_source.substr(from, m_at - from), m_line, 0};
}

PythonToken PythonTokens::problem(std::string_view what) const
{
    return {PythonToken::Kind::Problem, what, m_line, 0};
}

bool PythonTokens::isNewline() const
{
    return !isAtEnd() && (m_source[m_at] == '\n' || m_source[m_at] == '\r');
}

void PythonTokens::passNewline()
{
    m_at += at(0) == '\r' && at(1) == '\n' ? 2 : 1;
    ++m_line;
}

void PythonTokens::passComment()
{
    while (!isAtEnd() && !isNewline())
        ++m_at;
}

/// Reads the indentation of the next non-empty line. Returns false at the end.
bool PythonTokens::beginLine(PythonToken &indent)
{
    for (;;) {
        int column = 0;
        for (; at(0) == ' ' || at(0) == '\t' || at(0) == '\f'; ++m_at)
            column = at(0) == '\t' ? (column / 8 + 1) * 8 : at(0) == '\f' ? 0 : column + 1;
        if (at(0) == '#')
            passComment();
        if (isAtEnd())
            return false;
        if (!isNewline()) {
            m_isLineStart = false;
            indent = {PythonToken::Kind::Indent, {}, m_line, column};
            return true;
        }
        passNewline();
    }
}

/// Skips to the next token. Returns true if the line ended before it, or was joined wrongly.
bool PythonTokens::passSpace(bool isInBrackets, PythonToken &end)
{
    for (;;) {
        while (at(0) == ' ' || at(0) == '\t' || at(0) == '\f')
            ++m_at;
        if (at(0) == '#')
            passComment();
        if (isNewline()) {
            const int line = m_line;
            passNewline();
            if (isInBrackets)
                continue;
            m_isLineStart = true;
            end = {PythonToken::Kind::LineEnd, {}, line, 0};
            return true;
        }
        if (at(0) != '\\' || isAtEnd())
            return false;
        ++m_at;
        if (!isNewline()) {
            end = problem("a backslash within a line");
            return true;
        }
        passNewline();
    }
}

PythonToken PythonTokens::next(bool isInBrackets)
{
    PythonToken token;
    if (m_isLineStart && !isInBrackets) {
        if (beginLine(token))
            return token;
        return {PythonToken::Kind::End, {}, m_line, 0};
    }
    if (passSpace(isInBrackets, token))
        return token;
    if (isAtEnd())
        return {PythonToken::Kind::End, {}, m_line, 0};
    const char c = at(0);
    if (c == '"' || c == '\'')
        return string(m_at);
    if (isDigit(c) || (c == '.' && isDigit(at(1))))
        return number();
    if (isPlainWord(c) || foreignLetter(m_source.substr(m_at)) > 0)
        return word();
    return symbol();
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
        return string(from);
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
        return problem("a number that goes on with letters");
    return made(PythonToken::Kind::Number, from);
}

PythonToken PythonTokens::string(std::size_t from)
{
    const char quote = at(0);
    const bool isTriple = at(1) == quote && at(2) == quote;
    m_at += isTriple ? 3 : 1;
    for (; !isAtEnd(); ++m_at) {
        if (at(0) == '\0')
            return problem("a byte of value 0");
        if (at(0) == '\\') {
            ++m_at;
            m_line += at(0) == '\n' ? 1 : 0;
            m_at += at(0) == '\r' && at(1) == '\n' ? 1 : 0;
        } else if (at(0) == quote && (!isTriple || (at(1) == quote && at(2) == quote))) {
            m_at += isTriple ? 3 : 1;
            return made(PythonToken::Kind::String, from);
        } else if (isNewline()) {
            if (!isTriple)
                return problem("a string that does not end on its line");
            m_line += at(0) == '\n' ? 1 : 0;
        }
    }
    return problem("a string that never ends");
}

PythonToken PythonTokens::symbol()
{
    const std::size_t from = m_at;
    const std::string_view rest = m_source.substr(m_at);
    const auto begins = [&](std::string_view each) { return rest.substr(0, each.size()) == each; };
    for (const std::string_view each : longOperators) {
        if (begins(each)) {
            m_at += each.size();
            return made(PythonToken::Kind::Operator, from);
        }
    }
    for (const std::string_view each : longerOperators) {
        if (begins(each)) {
            m_at += each.size();
            return made(PythonToken::Kind::Operator, from);
        }
    }
    if (shortOperators.find(rest.front()) == std::string_view::npos)
        return problem(rest.front() == '\0' ? "a byte of value 0"
                                            : "a character outside Python's syntax");
    ++m_at;
    return made(PythonToken::Kind::Operator, from);
}

} // namespace loupe
