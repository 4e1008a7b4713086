// SPDX-License-Identifier: Apache-2.0
#include "core/answers/cppsyntax.h"

#include "core/lexers/cpptokens.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

constexpr std::array<std::string_view, 9> noFunctions{
    "if", "for", "while", "switch", "catch", "sizeof", "return", "alignas", "decltype"};

class CppReader
{
public:
    CppOutline read(std::string_view source)
    {
        for (const CppToken &token : cppTokens(source)) {
            m_line = token.line;
            pass(token);
            if (m_out.problem)
                return std::move(m_out);
        }
        m_line = 1 + static_cast<int>(std::ranges::count(source, '\n'));
        if (!m_brackets.empty())
            fail("a bracket is never closed");
        return std::move(m_out);
    }

private:
    struct Bracket {
        char open;
        std::string_view calledName; ///< for a round bracket: the word before it
    };

    void fail(std::string message)
    {
        if (!m_out.problem)
            m_out.problem = SyntaxProblem{m_line, std::move(message)};
    }

    void pass(const CppToken &token)
    {
        using Kind = CppToken::Kind;
        if (!token.problem.empty())
            fail(std::string(token.problem));
        else if (token.kind == Kind::Symbol)
            passSymbol(token.text.front());
        else if (token.kind == Kind::Name || token.kind == Kind::Number)
            passWord(token.source); // the outline's names lie in the source
        else if (token.kind == Kind::Directive)
            m_closed = {};
    }

    void passWord(std::string_view word)
    {
        m_word = word;
        if (!isFunctionTail(word))
            m_closed = {};
    }

    /// Returns true for a word that may precede a function's body.
    static bool isFunctionTail(std::string_view word)
    {
        return word == "const" || word == "noexcept" || word == "override" || word == "final";
    }

    void passSymbol(char c)
    {
        if (c == '(' || c == '[' || c == '{') {
            if (c == '{' && m_closed.open == '(' && !m_closed.calledName.empty())
                m_out.functions.push_back(m_closed.calledName);
            m_brackets.push_back({c, c == '(' ? m_word : std::string_view{}});
            m_closed = {};
        } else if (c == ')' || c == ']' || c == '}') {
            close(c);
        } else if (c == '\0') {
            fail("a byte of value 0");
        } else {
            m_closed = {};
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

    int m_line = 1;
    std::string_view m_word; ///< the last word, while nothing follows it
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
    return CppReader().read(source);
}

} // namespace loupe
