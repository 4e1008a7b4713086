// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/halftypes.h"

#include <cstddef>
#include <set>
#include <string_view>

namespace loupe {

namespace {

using HalfTokens = std::vector<CppToken>;

/// Use of a name, as far as its neighbours tell.
enum class HalfUse { Type, Variable, Declaration, Either };

bool isHalf(const CppToken &token)
{
    return token.kind == CppToken::Kind::Name && (token.text == "half" || token.text == "half2");
}

/// Returns whether the token is one of these symbols, each of one character.
bool isOneOf(const HalfTokens &tokens, std::size_t at, std::string_view symbols)
{
    return at < tokens.size() && tokens[at].kind == CppToken::Kind::Symbol
        && tokens[at].text.size() == 1 && symbols.find(tokens[at].text) != symbols.npos;
}

bool isWord(const HalfTokens &tokens, std::size_t at)
{
    return at < tokens.size() && tokens[at].kind == CppToken::Kind::Name;
}

/// Returns whether the word may stand before a type or a value, but is no type itself.
bool isNoType(std::string_view word)
{
    static const std::set<std::string_view> words
        = {"const",  "volatile", "static", "constexpr", "extern", "inline", "register",
           "return", "else",     "case",   "new",       "sizeof", "throw",  "co_return",
           "and",    "or",       "not",    "using",     "goto",   "do",     "operator"};
    return words.contains(word) || word.starts_with("__");
}

/// Returns whether a word that follows a value joins it with another one.
bool isOperatorWord(std::string_view word)
{
    return word == "and" || word == "or" || word == "xor" || word == "bitand" || word == "bitor";
}

/// Returns the position after the stars and references at `at`.
std::size_t behindStars(const HalfTokens &tokens, std::size_t at)
{
    while (isOneOf(tokens, at, "*&"))
        ++at;
    return at;
}

/// Judges `half` before a star: a pointer's type, or a factor.
HalfUse useBeforeStar(const HalfTokens &tokens, std::size_t at)
{
    const std::size_t behind = behindStars(tokens, at + 1);
    if (isOneOf(tokens, behind, ")>,")) // a product has two factors
        return HalfUse::Type;
    if (at > 0 && isWord(tokens, at - 1) && tokens[at - 1].text != "return")
        return HalfUse::Type;
    if (!isWord(tokens, behind))
        return HalfUse::Variable;
    if (tokens[behind].text == "const" || tokens[behind].text.starts_with("__restrict"))
        return HalfUse::Type;
    const bool beginsStatement = at == 0 || isOneOf(tokens, at - 1, ";{}");
    return beginsStatement || isOneOf(tokens, behind + 1, "=") ? HalfUse::Type : HalfUse::Either;
}

bool isMember(const HalfTokens &tokens, std::size_t at)
{
    return at > 0
        && (isOneOf(tokens, at - 1, ".")
            || (at > 1 && isOneOf(tokens, at - 1, ">") && isOneOf(tokens, at - 2, "-")));
}

/// Returns whether something of this name is declared here: `int half(n / 2)`, `int a = 4, half =
/// 2`.
bool isDeclared(const HalfTokens &tokens, std::size_t at)
{
    if (at == 0)
        return false;
    if (isWord(tokens, at - 1))
        return !isNoType(tokens[at - 1].text) && isOneOf(tokens, at + 1, "=,;[(){>:");
    return isOneOf(tokens, at - 1, ",") && isOneOf(tokens, at + 1, "=")
        && !isOneOf(tokens, at + 2, "=");
}

/// Returns whether a neighbour computes with it as with a value.
bool isOperand(const HalfTokens &tokens, std::size_t at)
{
    return isOneOf(tokens, at + 1, ";=+-/%|^?:]}.")
        || (at > 0 && isOneOf(tokens, at - 1, "=+-/%|^?[!~") && !isOneOf(tokens, at + 1, "("));
}

HalfUse useAt(const HalfTokens &tokens, std::size_t at)
{
    if (isMember(tokens, at))
        return HalfUse::Variable;
    if (isWord(tokens, at + 1))
        return isOperatorWord(tokens[at + 1].text) ? HalfUse::Variable : HalfUse::Type;
    if (isDeclared(tokens, at))
        return HalfUse::Declaration;
    if (isOneOf(tokens, at + 1, "*&"))
        return useBeforeStar(tokens, at);
    if (at > 0 && isOneOf(tokens, at - 1, "<") && isOneOf(tokens, at + 1, ">"))
        return HalfUse::Type;
    return isOperand(tokens, at) ? HalfUse::Variable : HalfUse::Either;
}

} // namespace

std::vector<std::size_t> halfTypes(const std::vector<CppToken> &tokens)
{
    std::set<std::string_view> declared;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        if (isHalf(tokens[at]) && useAt(tokens, at) == HalfUse::Declaration)
            declared.insert(tokens[at].text);
    }
    std::vector<std::size_t> out;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        if (!isHalf(tokens[at]))
            continue;
        const HalfUse use = useAt(tokens, at);
        if (use == HalfUse::Type || (use == HalfUse::Either && !declared.contains(tokens[at].text)))
            out.push_back(at);
    }
    return out;
}

} // namespace loupe
