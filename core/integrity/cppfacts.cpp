// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/cppfacts.h"

#include "core/integrity/cpplexer.h"

#include <algorithm>
#include <array>

namespace loupe {
namespace {

using Tokens = std::vector<CppToken>;

bool isSymbol(const Tokens &tokens, std::size_t at, std::string_view text)
{
    return at < tokens.size() && tokens[at].kind == CppToken::Kind::Symbol
        && tokens[at].text == text;
}

bool isName(const Tokens &tokens, std::size_t at)
{
    return at < tokens.size() && tokens[at].kind == CppToken::Kind::Name;
}

/// The qualified name that begins at `at`; moves `at` behind it.
CppName qualifiedName(const Tokens &tokens, std::size_t &at)
{
    CppName found{tokens[at].text, tokens[at].line};
    ++at;
    while (isSymbol(tokens, at, "::") && isName(tokens, at + 1)) {
        found.name += "::";
        found.name += tokens[at + 1].text;
        at += 2;
    }
    return found;
}

/// Behind the matching bracket of the one at `at`.
std::size_t behindBrackets(const Tokens &tokens, std::size_t at, std::string_view open,
                           std::string_view close)
{
    int depth = 0;
    for (; at < tokens.size(); ++at) {
        depth += isSymbol(tokens, at, open) ? 1 : 0;
        depth -= isSymbol(tokens, at, close) ? 1 : 0;
        if (depth == 0)
            return at + 1;
    }
    return at;
}

/// The function that `__global__` at `at` marks: the last name before its parameters.
void addKernel(const Tokens &tokens, std::size_t at, CppFacts &facts)
{
    for (++at; at < tokens.size(); ++at) {
        if (isName(tokens, at) && tokens[at].text == "__launch_bounds__") {
            at = behindBrackets(tokens, at + 1, "(", ")") - 1;
        } else if (isName(tokens, at) && isSymbol(tokens, at + 1, "(")) {
            facts.kernels.push_back({tokens[at].text, tokens[at].line});
            return;
        } else if (isSymbol(tokens, at, ";") || isSymbol(tokens, at, "{")) {
            return;
        }
    }
}

bool livesOn(const CppToken &token)
{
    return token.kind == CppToken::Kind::Name
        && (token.text == "static" || token.text == "thread_local");
}

/// The type of a variable that lives on: `static std::vector<float> kept;`. Functions are none.
void addStatic(const Tokens &tokens, std::size_t at, CppFacts &facts)
{
    ++at;
    while (at < tokens.size() && livesOn(tokens[at]))
        ++at;
    if (!isName(tokens, at))
        return;
    static constexpr std::array<std::string_view, 5> kUnchanging
        = {"const", "constexpr", "inline", "__device__", "__forceinline__"};
    for (const std::string_view word : kUnchanging) {
        if (tokens[at].text == word)
            return;
    }
    CppName type = qualifiedName(tokens, at);
    for (; at < tokens.size() && !isSymbol(tokens, at, ";") && !isSymbol(tokens, at, "{"); ++at) {
        if (isSymbol(tokens, at, "="))
            break;
        // `static int f(` is a function; `static Cache cache(4)` is rare enough to be missed.
        if (isSymbol(tokens, at, "("))
            return;
    }
    facts.statics.push_back(std::move(type));
}

/// Behind the template arguments at `at`, if they are such: `k<float, 4><<<`.
std::size_t behindTemplateArguments(const Tokens &tokens, std::size_t at)
{
    if (!isSymbol(tokens, at, "<"))
        return at;
    constexpr std::size_t kMostArguments = 64; // in tokens: a < b in an expression never closes
    int depth = 0;
    for (std::size_t end = at; end < std::min(tokens.size(), at + kMostArguments); ++end) {
        if (isSymbol(tokens, end, "<"))
            ++depth;
        else if (isSymbol(tokens, end, ">") && --depth == 0)
            return end + 1;
        else if (isSymbol(tokens, end, ";") || isSymbol(tokens, end, "{"))
            break;
    }
    return at;
}

} // namespace

CppFacts cppFacts(std::string_view source)
{
    const Tokens tokens = cppTokens(source);
    CppFacts facts;
    for (std::size_t at = 0; at < tokens.size();) {
        const CppToken &token = tokens[at];
        if (token.kind == CppToken::Kind::Text)
            facts.texts.push_back({token.text, token.line});
        if (token.kind == CppToken::Kind::Include)
            facts.includes.push_back({token.text, token.line});
        if (token.kind != CppToken::Kind::Name) {
            ++at;
            continue;
        }
        if (token.text == "__global__")
            addKernel(tokens, at, facts);
        if (livesOn(token) && (at == 0 || !livesOn(tokens[at - 1])))
            addStatic(tokens, at, facts);
        const bool member = at > 0 && isSymbol(tokens, at - 1, ".");
        CppName name = qualifiedName(tokens, at);
        if (isSymbol(tokens, behindTemplateArguments(tokens, at), "<<<"))
            facts.launches.push_back(name);
        if (name.name.starts_with("cudaLaunch") || name.name.starts_with("cuLaunch")) {
            const std::size_t end = behindBrackets(tokens, at, "(", ")");
            for (std::size_t inside = at; inside < end; ++inside) {
                if (isName(tokens, inside))
                    facts.launches.push_back({tokens[inside].text, tokens[inside].line});
            }
        }
        if (member)
            name.name.insert(name.name.begin(), '.');
        facts.names.push_back(std::move(name));
    }
    return facts;
}

} // namespace loupe
