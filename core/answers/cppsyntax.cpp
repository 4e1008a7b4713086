// SPDX-License-Identifier: Apache-2.0
#include "core/answers/cppsyntax.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace loupe {

namespace {

bool isWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

constexpr std::array<std::string_view, 9> noFunctions{
    "if", "for", "while", "switch", "catch", "sizeof", "return", "alignas", "decltype"};

class CppReader
{
public:
    explicit CppReader(std::string_view source) : m_source(source) { }

    CppOutline read()
    {
        while (m_at < m_source.size() && !m_out.problem)
            step();
        if (!m_brackets.empty())
            fail("a bracket is never closed");
        return std::move(m_out);
    }

private:
    struct Bracket {
        char open;
        std::string_view calledName; ///< for a round bracket: the word before it
    };

    char at(std::size_t ahead) const
    {
        return m_at + ahead < m_source.size() ? m_source[m_at + ahead] : '\0';
    }

    void fail(std::string message)
    {
        if (!m_out.problem)
            m_out.problem = SyntaxProblem{m_line, std::move(message)};
    }

    void step()
    {
        const char c = at(0);
        if (c == '\n') {
            ++m_line;
            ++m_at;
        } else if (c == '/' && at(1) == '/') {
            m_at = std::min(m_source.find('\n', m_at), m_source.size());
        } else if (c == '/' && at(1) == '*') {
            passBlockComment();
        } else if (c == '"') {
            passString('"');
        } else if (c == '\'') {
            passString('\'');
        } else if (isWord(c)) {
            passWord();
        } else if (c == '\0') {
            fail("a byte of value 0");
        } else {
            passSymbol(c);
        }
    }

    void skipTo(std::size_t end)
    {
        m_line += static_cast<int>(std::count(m_source.begin() + static_cast<std::ptrdiff_t>(m_at),
                                              m_source.begin() + static_cast<std::ptrdiff_t>(end),
                                              '\n'));
        m_at = end;
    }

    void passBlockComment()
    {
        const std::size_t end = m_source.find("*/", m_at + 2);
        if (end == std::string_view::npos)
            return fail("a comment never ends");
        skipTo(end + 2);
    }

    void passString(char quote)
    {
        for (++m_at; m_at < m_source.size(); ++m_at) {
            const char c = at(0);
            if (c == '\\') {
                ++m_at;
                m_line += at(0) == '\n' ? 1 : 0;
            } else if (c == quote) {
                ++m_at;
                return;
            } else if (c == '\n') {
                break;
            }
        }
        fail("a string does not end on its line");
    }

    /// Skips R"tag( … )tag" after the word R.
    void passRawString()
    {
        const std::size_t open = m_source.find('(', m_at);
        if (open == std::string_view::npos || open - m_at > 17)
            return fail("a raw string has no beginning");
        std::string close = ")";
        close.append(m_source.substr(m_at + 1, open - m_at - 1)).append("\"");
        const std::size_t end = m_source.find(close, open);
        if (end == std::string_view::npos)
            return fail("a raw string never ends");
        skipTo(end + close.size());
    }

    void passWord()
    {
        const std::size_t from = m_at;
        const bool isNumber = std::isdigit(static_cast<unsigned char>(at(0))) != 0;
        // The quotes of 1'000 are part of the number.
        while (isWord(at(0)) || (isNumber && at(0) == '\'' && isWord(at(1))))
            ++m_at;
        m_word = m_source.substr(from, m_at - from);
        if (at(0) == '"' && m_word.back() == 'R' && m_word.size() <= 3)
            return passRawString();
        if (!m_word.empty() && m_closed.open != 0 && isFunctionTail(m_word))
            return;
        m_closed = {};
    }

    /// Returns true for a word that may precede a function's body.
    static bool isFunctionTail(std::string_view word)
    {
        return word == "const" || word == "noexcept" || word == "override" || word == "final";
    }

    void passSymbol(char c)
    {
        ++m_at;
        if (c == '(' || c == '[' || c == '{') {
            if (c == '{' && m_closed.open == '(' && !m_closed.calledName.empty())
                m_out.functions.push_back(m_closed.calledName);
            m_brackets.push_back({c, c == '(' ? m_word : std::string_view{}});
            m_closed = {};
        } else if (c == ')' || c == ']' || c == '}') {
            close(c);
        } else if (std::isspace(static_cast<unsigned char>(c)) == 0) {
            m_closed = {};
        } else {
            return; // space has no effect
        }
        m_word = {};
    }

    void close(char c)
    {
        const char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
        if (m_brackets.empty() || m_brackets.back().open != wanted)
            return fail("a bracket closes nothing");
        m_closed = m_brackets.back();
        m_brackets.pop_back();
        if (std::find(noFunctions.begin(), noFunctions.end(), m_closed.calledName)
            != noFunctions.end())
            m_closed.calledName = {};
    }

    std::string_view m_source;
    std::size_t m_at = 0;
    int m_line = 1;
    std::string_view m_word; ///< the last word, while only space follows it
    Bracket m_closed{0, {}}; ///< the last closed bracket, while only a tail follows it
    std::vector<Bracket> m_brackets;
    CppOutline m_out;
};

} // namespace

bool CppOutline::defines(std::string_view name) const
{
    return std::find(functions.begin(), functions.end(), name) != functions.end();
}

CppOutline cppOutline(std::string_view source)
{
    return CppReader(source).read();
}

} // namespace loupe
