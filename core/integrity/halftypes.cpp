// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/halftypes.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

namespace loupe {

namespace {

using HalfTokens = std::vector<CppToken>;

/// Use of a name, as far as its neighbours tell.
enum class HalfUse {
    Type,
    Variable,
    Declaration,
    Either,
    Argument, ///< either, and an argument of a call: `max(half, x)`
    Call,     ///< either a conversion or a call of a function of that name
};

/// Kind of declaration of a name.
struct HalfKind {
    std::string_view name;
    bool isFile = false;     ///< outside of all braces and parameter lists
    bool isCallable = false; ///< may be a function

    auto operator<=>(const HalfKind &) const = default;
};

/// Parts of the source in which a name is that of a variable or function: by begin, the end. None
/// overlaps another one.
using HalfScopes = std::map<std::size_t, std::size_t>;

bool isWithin(const HalfScopes &scopes, std::size_t at)
{
    const auto next = scopes.upper_bound(at);
    return next != scopes.begin() && at < std::prev(next)->second;
}

bool isHalf(const CppToken &token)
{
    return token.kind == CppToken::Kind::Name && (token.text == "half" || token.text == "half2");
}

/// Returns whether the word may stand before a value.
bool isBeforeValue(std::string_view word)
{
    static const std::set<std::string_view> words
        = {"return", "else", "case", "throw", "co_return", "and",
           "or",     "xor",  "not",  "do",    "bitand",    "bitor"};
    return words.contains(word);
}

/// Returns whether the word may stand before a type or a value, but is no type itself.
bool isNoType(std::string_view word)
{
    static const std::set<std::string_view> words
        = {"const", "volatile", "static", "constexpr", "extern", "inline",   "register",
           "new",   "sizeof",   "using",  "goto",      "friend", "operator", "typename"};
    return isBeforeValue(word) || words.contains(word) || word.starts_with("__");
}

/// Returns whether a word that follows a value joins it with another one.
bool isOperatorWord(std::string_view word)
{
    return word == "and" || word == "or" || word == "xor" || word == "bitand" || word == "bitor";
}

/// Returns whether the word may stand between a parameter list and its function's body.
bool isAfterParameters(std::string_view word)
{
    return word == "const" || word == "noexcept" || word == "mutable" || word == "override"
        || word == "final" || word == "constexpr";
}

/// Returns whether the word before a bracket makes its content a type or a value, but no argument.
bool isTypeQuery(std::string_view word)
{
    return word == "sizeof" || word == "alignof" || word == "decltype" || word == "typeid";
}

bool isControl(std::string_view word)
{
    return word == "if" || word == "while" || word == "for" || word == "switch"
        || word == "constexpr";
}

/// Judges the uses of the names `half` and `half2` in a source.
class HalfUses
{
public:
    explicit HalfUses(const HalfTokens &tokens) : m_tokens(tokens)
    {
        matchBrackets();
        for (std::size_t at = 0; at < tokens.size(); ++at) {
            if (isHalf(tokens[at]) && useAt(at) == HalfUse::Declaration)
                addScope(at);
        }
    }

    bool isType(std::size_t at) const
    {
        const HalfUse use = useAt(at);
        if (use == HalfUse::Variable || use == HalfUse::Declaration)
            return false;
        return use == HalfUse::Type || !isHidden(use, at);
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    static constexpr std::size_t maxTemplateTokens = 256; ///< in brackets, before a parameter

    void matchBrackets();
    void addScope(std::size_t at);
    bool isHidden(HalfUse use, std::size_t at) const;
    HalfUse useAt(std::size_t at) const;
    HalfUse useBeforeStar(std::size_t at) const;
    HalfUse useByNeighbours(std::size_t at) const;
    bool isDeclared(std::size_t at) const;
    bool isMember(std::size_t at) const;
    bool isReturnType(std::size_t at) const;
    bool isNamedType(std::size_t at) const;
    bool isCast(std::size_t at) const;
    bool isArgument(std::size_t at) const;
    bool isParameterList(std::size_t open) const;
    bool isTemplateParameter(std::size_t at) const;
    std::size_t endOfStatement(std::size_t at) const;

    /// Returns whether the token is one of these symbols, each of one character.
    bool isOneOf(std::size_t at, std::string_view symbols) const
    {
        return at < m_tokens.size() && m_tokens[at].kind == CppToken::Kind::Symbol
            && m_tokens[at].text.size() == 1 && symbols.find(m_tokens[at].text) != symbols.npos;
    }
    bool isWord(std::size_t at) const
    {
        return at < m_tokens.size() && m_tokens[at].kind == CppToken::Kind::Name;
    }
    bool isWord(std::size_t at, std::string_view text) const
    {
        return isWord(at) && m_tokens[at].text == text;
    }
    bool isArrow(std::size_t greater) const
    {
        return greater > 0 && isOneOf(greater, ">") && isOneOf(greater - 1, "-");
    }
    bool beginsStatement(std::size_t at) const { return at == 0 || isOneOf(at - 1, ";{}"); }
    bool isInParentheses(std::size_t at) const
    {
        return m_open[at] != none && isOneOf(m_open[at], "(");
    }
    /// Returns the position after the stars and references at `at`.
    std::size_t behindStars(std::size_t at) const
    {
        while (isOneOf(at, "*&"))
            ++at;
        return at;
    }
    /// Returns the position of the first of the qualifiers that precede `at`, or `at`.
    std::size_t beforeQualifiers(std::size_t at) const
    {
        while (at > 0 && (isWord(at - 1, "const") || isWord(at - 1, "volatile")))
            --at;
        return at;
    }
    /// Returns where the qualified name that ends at `at` begins: `ns` of `ns::half`.
    std::size_t beginOfName(std::size_t at) const
    {
        while (at > 0 && m_tokens[at - 1].isSymbol("::"))
            at -= at > 1 && isWord(at - 2) ? 2 : 1;
        return at;
    }

    const HalfTokens &m_tokens;
    std::vector<std::size_t> m_match; ///< of an opening bracket: its closing one, and back
    std::vector<std::size_t> m_open;  ///< innermost bracket around each token
    std::vector<bool> m_isInBraces;
    std::map<HalfKind, HalfScopes> m_scopes;
};

void HalfUses::matchBrackets()
{
    m_match.assign(m_tokens.size(), none);
    m_open.assign(m_tokens.size(), none);
    m_isInBraces.assign(m_tokens.size(), false);
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < m_tokens.size(); ++at) {
        if (isOneOf(at, ")]}")) {
            const std::string_view opening = isOneOf(at, ")") ? "(" : isOneOf(at, "]") ? "[" : "{";
            // A brace ends what is open within it.
            while (isOneOf(at, "}") && !open.empty() && !isOneOf(open.back(), "{"))
                open.pop_back();
            if (!open.empty() && isOneOf(open.back(), opening)) {
                m_match[at] = open.back();
                m_match[open.back()] = at;
                open.pop_back();
            }
        }
        if (!open.empty()) {
            m_open[at] = open.back();
            m_isInBraces[at] = isOneOf(open.back(), "{") || m_isInBraces[open.back()];
        }
        if (isOneOf(at, "([{"))
            open.push_back(at);
    }
}

/// Returns the end of the statement or function that `at` is in the head of: behind its body, or
/// its semicolon.
std::size_t HalfUses::endOfStatement(std::size_t at) const
{
    bool hasInitializers = false;
    for (; at < m_tokens.size(); ++at) {
        if (isOneOf(at, ";)]}"))
            return at;
        hasInitializers = hasInitializers || isOneOf(at, ":");
        if (!isOneOf(at, "([{"))
            continue;
        const std::size_t close = m_match[at];
        if (close == none)
            return at;
        const bool isInitializer = hasInitializers && isOneOf(close + 1, ",{");
        if (isOneOf(at, "{") && !isInitializer && !isWord(close + 1, "else"))
            return close;
        at = close;
    }
    return at;
}

void HalfUses::addScope(std::size_t at)
{
    HalfKind kind{m_tokens[at].text, false, false};
    kind.isCallable = isOneOf(at + 1, "(") || (at > 0 && isWord(at - 1, "auto"));
    if (isWithin(m_scopes[kind], at))
        return;
    std::size_t end = m_tokens.size();
    const std::size_t open = m_open[at];
    if (isTemplateParameter(at)) {
        end = endOfStatement(at);
    } else if (open == none || m_match[open] == none) { // code without an end is no function
        kind.isFile = true;
        if (isWithin(m_scopes[kind], at))
            return;
    } else {
        end = isOneOf(open, "(") ? endOfStatement(m_match[open] + 1) : m_match[open];
    }
    m_scopes[kind][at] = end;
}

/// Returns whether a declaration makes this use one of a variable. CUDA's names cannot be declared
/// again outside of braces. So such a declaration is of code without these types, or not compiled:
/// it hides a call and its arguments, and what is outside of braces too.
bool HalfUses::isHidden(HalfUse use, std::size_t at) const
{
    return std::ranges::any_of(m_scopes, [&](const auto &scopes) {
        const HalfKind &kind = scopes.first;
        if (kind.name != m_tokens[at].text || (use == HalfUse::Call && !kind.isCallable))
            return false;
        if (kind.isFile && use == HalfUse::Either && m_isInBraces[at])
            return false;
        return isWithin(scopes.second, at);
    });
}

bool HalfUses::isTemplateParameter(std::size_t at) const
{
    const std::size_t first = at > maxTemplateTokens ? at - maxTemplateTokens : 0;
    while (at > first && !isOneOf(at - 1, ";{}()")) {
        --at;
        if (isOneOf(at, "<") && at > 0 && isWord(at - 1, "template"))
            return true;
    }
    return false;
}

/// Returns whether the bracket opens the parameters of a function, not the arguments of a call or
/// of a variable.
bool HalfUses::isParameterList(std::size_t open) const
{
    if (open == 0 || m_match[open] == none)
        return false;
    std::size_t behind = m_match[open] + 1;
    while (isWord(behind) && isAfterParameters(m_tokens[behind].text))
        ++behind;
    const bool hasReturnType = isOneOf(behind, "-") && isOneOf(behind + 1, ">");
    if (!isWord(open - 1))
        return isOneOf(behind, "{") || (isOneOf(open - 1, "]") && hasReturnType);
    if (isControl(m_tokens[open - 1].text))
        return false;
    if (isOneOf(behind, "{"))
        return true;
    const std::size_t name = beginOfName(open - 1);
    if (name == 0)
        return false;
    if (isOneOf(name - 1, ")")) { // __launch_bounds__(256)
        const std::size_t attribute = m_match[name - 1];
        return attribute != none && attribute > 0 && isWord(attribute - 1)
            && m_tokens[attribute - 1].text.starts_with("__");
    }
    return isWord(name - 1, "void") || (isWord(name - 1, "auto") && hasReturnType)
        || (isWord(name - 1) && m_tokens[name - 1].text.starts_with("__"));
}

/// Returns whether it is the type behind an arrow: `auto f(float) -> half`.
bool HalfUses::isReturnType(std::size_t at) const
{
    const std::size_t first = beforeQualifiers(beginOfName(at));
    if (first < 3 || !isArrow(first - 1))
        return false;
    std::size_t before = first - 3;
    if (isOneOf(behindStars(at + 1), "{")
        || (isWord(before) && isAfterParameters(m_tokens[before].text)))
        return true;
    if (!isOneOf(before, ")") || m_match[before] == none || m_match[before] < 2)
        return false;
    before = beginOfName(m_match[before] - 1);
    return before > 0
        && (isWord(before - 1, "auto")
            || (isWord(before - 1) && m_tokens[before - 1].text.starts_with("__")));
}

bool HalfUses::isMember(std::size_t at) const
{
    return at > 0 && (isOneOf(at - 1, ".") || isArrow(at - 1));
}

/// Returns whether a type gets a name here: `using scalar = half`, `typename T = half`.
bool HalfUses::isNamedType(std::size_t at) const
{
    const auto isKeyword
        = [&](std::size_t word) { return isWord(word, "typename") || isWord(word, "class"); };
    const std::size_t name = beginOfName(at);
    if (name != at && name > 0 && isWord(name - 1, "using"))
        return true;
    const std::size_t first = beforeQualifiers(name);
    if (first < 2 || !isOneOf(first - 1, "="))
        return false;
    return isKeyword(first - 2)
        || (first > 2 && isWord(first - 2) && (isKeyword(first - 3) || isWord(first - 3, "using")));
}

/// Returns whether something of this name is declared here: `int half(n / 2)`, `int a = 4, half =
/// 2`.
bool HalfUses::isDeclared(std::size_t at) const
{
    const std::size_t first = beforeQualifiers(at);
    if (first == 0)
        return false;
    if (isWord(first - 1))
        return !isNoType(m_tokens[first - 1].text) && isOneOf(at + 1, "=,;[(){>:");
    if (!isOneOf(first - 1, ",") || !isOneOf(at + 1, "=") || isOneOf(at + 2, "="))
        return false;
    const std::size_t open = m_open[at];
    return !isInParentheses(at)
        || (open > 0 && isWord(open - 1) && isControl(m_tokens[open - 1].text));
}

/// Judges `half` before a star: a pointer's type, or a factor.
HalfUse HalfUses::useBeforeStar(std::size_t at) const
{
    const std::size_t behind = behindStars(at + 1);
    if (isOneOf(behind, ")>,")) // a product has two factors
        return HalfUse::Type;
    if (at > 0 && isWord(at - 1))
        return isBeforeValue(m_tokens[at - 1].text) && !isWord(at - 1, "else") ? HalfUse::Variable
                                                                               : HalfUse::Type;
    if (!isWord(behind))
        return HalfUse::Variable;
    if (m_tokens[behind].text == "const" || m_tokens[behind].text.starts_with("__restrict"))
        return HalfUse::Type;
    const bool isAssigned = isOneOf(behind + 1, "=") && !isOneOf(behind + 2, "=");
    if (isAssigned || (beginsStatement(at) && !isInParentheses(at)))
        return HalfUse::Type;
    if (isOneOf(at - 1, "=+-/%|^?[!~*&<") || (isOneOf(at - 1, ">") && !isTemplateParameter(at)))
        return HalfUse::Variable;
    const bool isConverted = isOneOf(at - 1, ")") && m_match[at - 1] != none
        && m_match[at - 1] + 3 == at && !(at > 3 && isWord(at - 4));
    if (isConverted) // `(float)half * x`
        return HalfUse::Variable;
    if (!isInParentheses(at))
        return HalfUse::Either;
    if (isOneOf(at - 1, ";")) // condition of a loop
        return HalfUse::Variable;
    if (!isOneOf(at - 1, "(,"))
        return HalfUse::Either;
    return isParameterList(m_open[at]) && isOneOf(behind + 1, ",)[") ? HalfUse::Type
                                                                     : HalfUse::Argument;
}

/// Returns whether a value is converted: `(half)x`. A control's condition or an argument is not.
bool HalfUses::isCast(std::size_t at) const
{
    if (at == 0 || !isOneOf(at - 1, "(") || !isOneOf(at + 1, ")"))
        return false;
    const bool isBeforeName = isWord(at + 2) && !isOperatorWord(m_tokens[at + 2].text);
    const bool isBeforeOther = at + 2 < m_tokens.size()
        && (m_tokens[at + 2].kind == CppToken::Kind::Number || isOneOf(at + 2, "("));
    if (at > 1 && isWord(at - 2) && !isBeforeValue(m_tokens[at - 2].text))
        return false;
    return isBeforeName || (isBeforeOther && (at < 2 || !isOneOf(at - 2, ")]>")));
}

/// Returns whether it is a whole argument of a call or a whole value in brackets.
bool HalfUses::isArgument(std::size_t at) const
{
    if (!isInParentheses(at) || !isOneOf(at - 1, "(,") || !isOneOf(at + 1, ",)"))
        return false;
    const std::size_t open = m_open[at];
    return open == 0 || !isWord(open - 1) || !isTypeQuery(m_tokens[open - 1].text);
}

/// Judges `half` by the symbols around it.
HalfUse HalfUses::useByNeighbours(std::size_t at) const
{
    const bool isAfterLess = at > 0 && isOneOf(at - 1, "<");
    if (isOneOf(at + 1, "("))
        return HalfUse::Call;
    if (isOneOf(at + 1, "{")) // `int a = 1, half{2}` declares
        return at > 0 && isOneOf(at - 1, ",") && !isInParentheses(at) ? HalfUse::Either
                                                                      : HalfUse::Type;
    if (isAfterLess && isOneOf(at + 1, ">")) // `x < half >> 1` is none
        return isOneOf(at + 2, ">") ? HalfUse::Either : HalfUse::Type;
    if (isOneOf(at + 1, ";=+-/%|^?:]}.<!") || (at > 0 && isOneOf(at - 1, "=+-/%|^?[!~*&")))
        return HalfUse::Variable;
    // `x < half)`, `x > half)`, `(float)half)`, `(half > x)`
    const bool isOperandToo = (isAfterLess && isOneOf(at + 1, ")"))
        || (at > 0 && isOneOf(at - 1, ">)") && isOneOf(at + 1, "),"))
        || (isOneOf(at + 1, ">") && (at == 0 || isOneOf(at - 1, ";({")));
    if (isOperandToo)
        return HalfUse::Variable;
    return isArgument(at) ? HalfUse::Argument : HalfUse::Either;
}

HalfUse HalfUses::useAt(std::size_t at) const
{
    if (isReturnType(at) || isNamedType(at))
        return HalfUse::Type;
    if (isMember(at))
        return HalfUse::Variable;
    if (isWord(at + 1))
        return isOperatorWord(m_tokens[at + 1].text) ? HalfUse::Variable : HalfUse::Type;
    if (isDeclared(at))
        return HalfUse::Declaration;
    if (isOneOf(at + 1, "*&"))
        return useBeforeStar(at);
    return isCast(at) ? HalfUse::Type : useByNeighbours(at);
}

} // namespace

std::vector<std::size_t> halfTypes(const std::vector<CppToken> &tokens)
{
    const HalfUses uses(tokens);
    std::vector<std::size_t> out;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        if (isHalf(tokens[at]) && uses.isType(at))
            out.push_back(at);
    }
    return out;
}

} // namespace loupe
