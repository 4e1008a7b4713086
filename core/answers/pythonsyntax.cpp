// SPDX-License-Identifier: Apache-2.0
#include "core/answers/pythonsyntax.h"

#include "core/lexers/pythontokens.h"

#include <algorithm>
#include <array>
#include <vector>

namespace loupe {

namespace {

template <std::size_t count>
bool isOneOf(const std::array<std::string_view, count> &words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Keywords that open a block if their line ends with a colon.
constexpr std::array<std::string_view, 14> blockWords{"if",      "elif",  "else",  "for",  "while",
                                                      "def",     "class", "try",   "with", "except",
                                                      "finally", "async", "match", "case"};
/// Keywords between two operands, or before the second part of an expression.
constexpr std::array<std::string_view, 12> joiningWords{
    "and", "or", "not", "in", "is", "if", "as", "for", "import", "else", "from", "async"};
/// Keywords that may stand alone, with an optional value; then those that always do.
constexpr std::array<std::string_view, 3> completeWords{"return", "yield", "raise"};
constexpr std::array<std::string_view, 3> loneWords{"pass", "break", "continue"};
/// Keywords that can only begin a statement, or follow `async`.
constexpr std::array<std::string_view, 17> statementWords{
    "return", "raise",  "pass",    "break", "continue", "def",    "class",    "while", "try",
    "with",   "except", "finally", "elif",  "del",      "global", "nonlocal", "assert"};
constexpr std::array<std::string_view, 3> valueWords{"True", "False", "None"};
constexpr std::array<std::string_view, 35> keywords{
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
constexpr std::array<std::string_view, 3> softKeywords{"match", "case", "type"};
/// Operators that need no operand before them.
constexpr std::array<std::string_view, 6> prefixOperators{"+", "-", "~", "*", "**", "@"};

/// Context before the next token.
enum class Before {
    Nothing,   ///< start of a statement
    Operand,   ///< a name, a number, a closed bracket
    String,    ///< string; another may follow
    Operator,  ///< operator; an operand must follow
    Separator, ///< comma or colon; an operand, or the end of its construct
    Open,      ///< opening bracket
    Keyword,   ///< keyword; an operand must follow, or the colon of `else`
    Complete,  ///< keyword with an optional operand
    Lone,      ///< keyword that is a complete statement
};

class Checker
{
public:
    std::optional<SyntaxProblem> check(std::string_view source)
    {
        PythonTokens tokens(source);
        for (;;) {
            const PythonToken token = tokens.next();
            m_line = token.line;
            pass(token);
            if (m_problem || token.kind == PythonToken::Kind::End)
                return std::move(m_problem);
        }
    }

private:
    void fail(std::string message)
    {
        if (!m_problem)
            m_problem = SyntaxProblem{m_line, std::move(message)};
    }

    bool isSubscript() const { return !m_brackets.empty() && m_brackets.back() == '['; }
    bool isAfterOperand() const
    {
        return m_before == Before::Operand || m_before == Before::String;
    }

    void pass(const PythonToken &token)
    {
        using Kind = PythonToken::Kind;
        switch (token.kind) {
        case Kind::Problem:
            return fail(std::string(token.problem));
        case Kind::Comment:
            return;
        case Kind::Indent:
            return passIndent(token.column);
        case Kind::LineEnd:
            return endLine();
        case Kind::End:
            endLine();
            if (!m_brackets.empty())
                fail(std::string("\"") + m_brackets.back() + "\" is never closed");
            if (m_wantsBlock)
                fail("an indented block is missing");
            return;
        case Kind::Word:
            return passWord(token.text);
        case Kind::Number:
            return passOperand(Before::Operand);
        case Kind::String:
            if (m_before == Before::String)
                return;
            return passOperand(Before::String);
        case Kind::Operator:
            return passOperator(token.text);
        }
    }

    void passIndent(int column)
    {
        if (m_wantsBlock) {
            m_wantsBlock = false;
            if (column <= m_indents.back())
                return fail("an indented block is missing");
            m_indents.push_back(column);
            return;
        }
        if (column > m_indents.back())
            return fail("unexpected indentation");
        while (column < m_indents.back())
            m_indents.pop_back();
        if (column != m_indents.back())
            fail("indentation fits no block around it");
    }

    void endStatement()
    {
        if (m_before == Before::Operator || m_before == Before::Keyword)
            fail("the statement is not complete");
        m_before = Before::Nothing;
        m_lambdas = 0;
    }

    void endLine()
    {
        m_wantsBlock = m_wantsBlock || m_isBlockOpened;
        m_isBlockOpened = false;
        if (m_brackets.empty())
            endStatement();
        m_first = {};
    }

    void passOperand(Before kind)
    {
        m_isBlockOpened = false;
        const bool isSoft = isOneOf(softKeywords, m_first) && m_isSecond;
        if ((isAfterOperand() && !isSoft) || m_before == Before::Lone)
            return fail("two values without an operator between them");
        if (m_wantsName && kind != Before::Operand)
            return fail("a name is missing");
        m_isDefined = m_wantsName;
        m_wantsName = false;
        m_isSecond = false;
        m_isDotted = m_isDot && m_before == Before::Operator;
        m_isDot = false;
        m_before = kind;
    }

    void passWord(std::string_view word)
    {
        if (!isOneOf(keywords, word) || isOneOf(valueWords, word)) {
            const bool isFirst = m_before == Before::Nothing && m_brackets.empty();
            passOperand(Before::Operand);
            if (isFirst && m_first.empty())
                m_first = word;
            m_isSecond = isFirst;
            return;
        }
        m_isBlockOpened = false;
        if (m_wantsName)
            return fail("a name is missing");
        const bool isLoop = word == "for" && m_brackets.empty();
        const bool isWithin = m_before != Before::Nothing && m_first != "async";
        if (m_before == Before::Lone || (isWithin && isOneOf(statementWords, word))
            || (isAfterOperand() && (isLoop || !isOneOf(joiningWords, word))))
            return fail("\"" + std::string(word) + "\" cannot stand here");
        if (m_before == Before::Nothing && m_brackets.empty() && m_first.empty())
            m_first = word;
        if (word == "lambda" && m_brackets.empty())
            ++m_lambdas;
        m_wantsName = word == "def" || word == "class";
        const bool isComplete
            = isOneOf(completeWords, word) || (word == "else" && m_first == "else");
        m_before = isOneOf(loneWords, word) ? Before::Lone
            : isComplete                    ? Before::Complete
                                            : Before::Keyword;
    }

    void passOperator(std::string_view text)
    {
        const char c = text.front();
        if (m_wantsName)
            return fail("a name is missing");
        if (m_isDefined && c != '(' && (text != ":" || m_first != "class"))
            return fail("parameters are missing");
        m_isDefined = false;
        m_isSecond = false;
        if (c == '(' || c == '[' || c == '{')
            return open(c);
        if (c == ')' || c == ']' || c == '}')
            return close(c);
        if (text == ":")
            return passColon();
        if (c == ',' || c == ';')
            return passSeparator(c);
        m_isBlockOpened = false;
        if (m_first == "from" && m_before == Before::Keyword) {
            if (text == "*")
                m_before = Before::Operand; // "from x import *"
            if (c == '.' || c == '*')
                return; // "from . import x"
        }
        if (text == "...")
            return passOperand(Before::Operand);
        passJoining(text);
    }

    void open(char bracket)
    {
        m_isBlockOpened = false;
        if (isAfterOperand() && bracket == '{' && !isOneOf(softKeywords, m_first))
            return fail("two values without an operator between them");
        m_brackets.push_back(bracket);
        m_before = Before::Open;
    }

    void close(char bracket)
    {
        const char wanted = bracket == ')' ? '(' : bracket == ']' ? '[' : '{';
        if (m_brackets.empty() || m_brackets.back() != wanted)
            return fail(std::string("\"") + bracket + "\" closes nothing");
        if (m_before == Before::Operator || m_before == Before::Keyword)
            return fail("the expression is not complete");
        m_brackets.pop_back();
        m_isDotted = false;
        m_before = Before::Operand;
    }

    void passColon()
    {
        if (!m_brackets.empty()) {
            m_before = Before::Separator;
            return;
        }
        if (m_before == Before::Operator)
            return fail("the expression is not complete");
        if (m_lambdas > 0) {
            --m_lambdas;
            m_before = Before::Operator;
            return;
        }
        if (!isOneOf(blockWords, m_first)) {
            if (!isAfterOperand())
                return fail("\":\" follows nothing");
            m_before = Before::Operator; // an annotation
            return;
        }
        m_isBlockOpened = true;
        m_before = Before::Nothing;
        // The rest of the line is simple statements.
        m_first = "pass";
    }

    void passSeparator(char c)
    {
        m_isBlockOpened = false;
        const bool isBare = m_isStar && (!m_brackets.empty() || m_lambdas > 0);
        // "x[:, 0]": parts may be omitted only within a subscript.
        const bool isLeftOut = m_before == Before::Separator && !isSubscript();
        if ((m_before == Before::Operator && !isBare) || isLeftOut || m_before == Before::Keyword
            || m_before == Before::Nothing || m_before == Before::Open)
            return fail(std::string("\"") + c + "\" follows nothing");
        if (c == ';' && !m_brackets.empty())
            return fail("\";\" within brackets");
        if (c == ';') {
            endStatement();
            m_first = {};
            return;
        }
        m_before = Before::Separator;
    }

    void passJoining(std::string_view text)
    {
        m_isStar = text == "*" && !isAfterOperand();
        if (text == "/" && m_before == Before::Separator && m_brackets.size() == 1
            && (m_first == "def" || m_first == "async")) {
            m_before = Before::Operand; // "def f(a, /)": the parameters before it have no names
            return;
        }
        const bool isImport = m_first == "import" || m_first == "from";
        if ((isImport && text != ".") || (text == "=" && isSubscript()))
            return fail("\"" + std::string(text) + "\" cannot stand here");
        if (text == "=" && m_before == Before::Separator && m_brackets.empty()) {
            m_before = Before::Operator; // "x, = values"
            return;
        }
        if (text == "=" && m_isDotted && !m_brackets.empty() && m_first != "def"
            && m_first != "async")
            return fail("an argument's name with a dot");
        if (isAfterOperand()) {
            m_isDot = text == ".";
            m_before = Before::Operator;
            return;
        }
        if (!isOneOf(prefixOperators, text) || (text == "@" && m_before != Before::Nothing)
            || (text == "**" && m_before == Before::Nothing))
            return fail("\"" + std::string(text) + "\" follows no value");
        m_before = Before::Operator;
    }

    std::optional<SyntaxProblem> m_problem;
    std::string m_brackets;
    std::vector<int> m_indents{0};
    std::string_view m_first; ///< first word of the logical line
    Before m_before = Before::Nothing;
    int m_line = 1;
    int m_lambdas = 0;
    bool m_isSecond = false;      ///< only the first word of the line was read so far
    bool m_isStar = false;        ///< the last operator is "*" before a name or alone
    bool m_isDot = false;         ///< the last operator is the dot of an attribute
    bool m_isDotted = false;      ///< the last operand is an attribute
    bool m_wantsName = false;     ///< after def and class
    bool m_isDefined = false;     ///< the last token is the name after def and class
    bool m_isBlockOpened = false; ///< the last token is the colon of a block
    bool m_wantsBlock = false;
};

} // namespace

std::optional<SyntaxProblem> pythonSyntaxProblem(std::string_view source)
{
    if (const std::size_t nul = source.find('\0'); nul != std::string_view::npos) {
        const auto lines
            = std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(nul), '\n');
        return SyntaxProblem{static_cast<int>(lines) + 1, "a byte of value 0"};
    }
    return Checker().check(source);
}

} // namespace loupe
