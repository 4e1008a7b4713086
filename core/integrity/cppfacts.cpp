// SPDX-License-Identifier: Apache-2.0
#include "core/integrity/cppfacts.h"

#include "core/integrity/halftypes.h"
#include "core/lexers/cpptokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <span>
#include <utility>

namespace loupe {
namespace {

using Tokens = std::vector<CppToken>;

/// Returns the position of the last token of the name and parameters of the macro that the
/// directive at `at` defines.
std::size_t endOfMacroHead(const Tokens &tokens, std::size_t at)
{
    const std::size_t name = at + 1;
    const auto isHere
        = [&](std::size_t each) { return each < tokens.size() && tokens[each].isInDirective; };
    if (!isHere(name) || tokens[name].kind != CppToken::Kind::Name)
        return at;
    const bool hasParameters = isHere(name + 1) && tokens[name + 1].isSymbol("(")
        && tokens[name + 1].source.data()
            == tokens[name].source.data() + tokens[name].source.size();
    std::size_t end = name;
    while (hasParameters && isHere(end + 1) && tokens[end + 1].kind != CppToken::Kind::Directive
           && !tokens[end].isSymbol(")"))
        ++end;
    return end;
}

/// Returns the name of a Directive: "define" of "# define" or "#/**/define".
std::string_view directiveName(const CppToken &directive)
{
    return directive.text.substr(directive.text.find_last_of("#:/ \t\v\f\r\n") + 1);
}

/// Returns the depth of conditionals inside one that is false, after another directive.
int skippedAfter(std::string_view directive, int depth)
{
    if (directive == "if" || directive == "ifdef" || directive == "ifndef")
        return depth + 1;
    if (directive == "endif")
        return depth - 1;
    const bool isElse = directive == "else" || directive == "elif" || directive == "elifdef"
        || directive == "elifndef";
    return isElse && depth == 1 ? 0 : depth;
}

/// Returns whether the directive at `at` is `#if 0`, and not `#if 0 || 1`.
bool isNeverTaken(const Tokens &tokens, std::size_t at)
{
    const auto next = [&] {
        for (++at; at < tokens.size() && tokens[at].kind == CppToken::Kind::Comment;)
            ++at;
        const bool isHere = at < tokens.size() && tokens[at].isInDirective
            && tokens[at].kind != CppToken::Kind::Directive;
        return isHere ? tokens[at].text : std::string_view();
    };
    return directiveName(tokens[at]) == "if" && next() == "0" && next().empty();
}

/// Adds a string to `texts`. Appends it to the last one if the tokens before it end with that.
void addText(std::span<const CppToken> before, const CppToken &token, std::vector<CppName> &texts)
{
    const bool isAdjacent = !before.empty() && before.back().kind == CppToken::Kind::Text
        && before.back().isInDirective == token.isInDirective;
    if (isAdjacent)
        texts.back().name += contentOf(token);
    else
        texts.push_back({contentOf(token), token.line});
}

/// Returns the tokens that are code. Of directives, these are included files and macros' bodies,
/// which are code wherever they are used. Leaves out code under `#if 0`. Adds its strings to
/// `texts`, adjacent ones as one.
Tokens codeOf(std::string_view source, std::vector<CppName> &texts)
{
    const Tokens tokens = cppTokens(source);
    Tokens code;
    int skipping = 0;
    std::string_view directive;
    std::size_t macroBegin = 0; // of the last directive's tokens in `code`
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        const CppToken &token = tokens[at];
        if (token.kind == CppToken::Kind::Directive) {
            directive = directiveName(token);
            macroBegin = code.size();
            if (skipping > 0)
                skipping = skippedAfter(directive, skipping);
            else if (isNeverTaken(tokens, at))
                skipping = 1;
            at = directive == "define" ? endOfMacroHead(tokens, at) : at;
            continue;
        }
        const bool isIncluded = token.kind == CppToken::Kind::Header && directive != "if"
            && directive != "elif"; // __has_include only asks
        const bool isCode = !token.isInDirective || directive == "define" || isIncluded;
        if (skipping > 0 || !isCode || token.kind == CppToken::Kind::Comment
            || token.kind == CppToken::Kind::Character)
            continue;
        if (token.kind == CppToken::Kind::Text)
            addText(std::span(code).subspan(token.isInDirective ? macroBegin : 0), token, texts);
        code.push_back(token);
    }
    return code;
}

bool isSymbol(const Tokens &tokens, std::size_t at, std::string_view text)
{
    return at < tokens.size() && tokens[at].isSymbol(text);
}

bool isName(const Tokens &tokens, std::size_t at)
{
    return at < tokens.size() && tokens[at].kind == CppToken::Kind::Name;
}

/// Returns the qualified name that begins at `at`; moves `at` past it.
CppName qualifiedName(const Tokens &tokens, std::size_t &at)
{
    CppName found{std::string(tokens[at].text), tokens[at].line};
    ++at;
    while (isSymbol(tokens, at, "::") && isName(tokens, at + 1)) {
        found.name += "::";
        found.name += tokens[at + 1].text;
        at += 2;
    }
    return found;
}

/// Tokens of code with what many facts look up. Each is computed once, because sources are
/// untrusted: a search that starts at every token would take quadratic time.
struct IndexedCode {
    Tokens tokens;
    std::vector<std::size_t> behindBracket; ///< position after the ")" of each "("; 0 for others
    std::set<std::string_view> returned;    ///< names that a return statement begins with

    /// For each position, and the one after the last token: the next token that ends the name of a
    /// declaration.
    std::vector<std::size_t> declarationEnd;
    /// Position of the last name before that token; that of the token if there is no name.
    std::vector<std::size_t> declaredName;
};

IndexedCode indexed(Tokens tokens)
{
    IndexedCode out{std::move(tokens), {}, {}, {}, {}};
    const std::size_t count = out.tokens.size();
    out.behindBracket.assign(count, 0);
    out.declarationEnd.assign(count + 1, count);
    out.declaredName.assign(count + 1, count);
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < count; ++at) {
        if (isName(out.tokens, at) && out.tokens[at].text == "return" && isName(out.tokens, at + 1))
            out.returned.insert(out.tokens[at + 1].text);
        if (isSymbol(out.tokens, at, "(")) {
            out.behindBracket[at] = count; // until it is closed
            open.push_back(at);
        } else if (isSymbol(out.tokens, at, ")") && !open.empty()) {
            out.behindBracket[open.back()] = at + 1;
            open.pop_back();
        }
    }
    for (std::size_t at = count; at-- > 0;) {
        const bool isEnd = isSymbol(out.tokens, at, ";") || isSymbol(out.tokens, at, "{")
            || isSymbol(out.tokens, at, "=") || isSymbol(out.tokens, at, "(");
        const std::size_t end = isEnd ? at : out.declarationEnd[at + 1];
        const std::size_t name = isEnd ? at : out.declaredName[at + 1];
        out.declarationEnd[at] = end;
        out.declaredName[at] = name == end && isName(out.tokens, at) ? at : name;
    }
    return out;
}

/// Returns the position after the bracket that matches the one at `at`; the next one if there is
/// no "(" at `at`.
std::size_t behindBrackets(const IndexedCode &code, std::size_t at)
{
    return isSymbol(code.tokens, at, "(") ? code.behindBracket[at]
                                          : std::min(at + 1, code.tokens.size());
}

/// Adds the function that `__global__` at `at` marks: the last name before its parameters. Returns
/// the position up to which it searched: another `__global__` before it marks the same function.
std::size_t addKernel(const IndexedCode &code, std::size_t at, CppFacts &facts)
{
    const Tokens &tokens = code.tokens;
    for (++at; at < tokens.size(); ++at) {
        if (isName(tokens, at) && tokens[at].text == "__launch_bounds__") {
            at = behindBrackets(code, at + 1) - 1;
        } else if (isName(tokens, at) && isSymbol(tokens, at + 1, "(")) {
            facts.kernels.push_back({std::string(tokens[at].text), tokens[at].line});
            break;
        } else if (isSymbol(tokens, at, ";") || isSymbol(tokens, at, "{")) {
            break;
        }
    }
    return at;
}

bool livesOn(const CppToken &token)
{
    return token.kind == CppToken::Kind::Name
        && (token.text == "static" || token.text == "thread_local");
}

/// Adds the type of a variable with static lifetime: `static std::vector<float> kept;`. Ignores
/// functions.
void addStatic(const IndexedCode &code, std::size_t at, CppFacts &facts)
{
    const Tokens &tokens = code.tokens;
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
    // `static int f(` is a function; `static Cache cache(4)` is rare enough to be missed.
    const std::size_t end = code.declarationEnd[at];
    if (isSymbol(tokens, end, "("))
        return;
    const std::size_t variable = code.declaredName[at];
    if (variable < end && code.returned.contains(tokens[variable].text))
        facts.returnedStatics.push_back(type);
    facts.statics.push_back(std::move(type));
}

bool isAssembler(const CppToken &token)
{
    return token.text == "asm" || token.text == "__asm__" || token.text == "__asm";
}

/// Adds the text of `asm("…")`: a symbol name if it follows a declaration, else code.
void addAssembler(const Tokens &tokens, std::size_t at, CppFacts &facts)
{
    const bool followsParameters = at > 0 && isSymbol(tokens, at - 1, ")");
    const int line = tokens[at].line;
    for (++at; isName(tokens, at) && !isAssembler(tokens[at]); ++at) { } // volatile, goto
    if (!isSymbol(tokens, at, "("))
        return;
    std::string text;
    for (++at; at < tokens.size() && tokens[at].kind == CppToken::Kind::Text; ++at)
        text += contentOf(tokens[at]);
    const bool isSymbolName = !text.empty() && std::ranges::all_of(text, [](unsigned char letter) {
        return std::isalnum(letter) != 0 || letter == '_' || letter == '@' || letter == '.';
    });
    const bool isLabel = followsParameters && isSymbolName && isSymbol(tokens, at, ")");
    (isLabel ? facts.labels : facts.assembler).push_back({std::move(text), line});
}

/// Returns whether a word before a name shows that the name is not declared there.
bool isStatementWord(std::string_view word)
{
    static const std::set<std::string_view> words
        = {"return",   "else",      "case",     "goto",     "new", "delete",
           "throw",    "co_return", "co_await", "co_yield", "do",  "sizeof",
           "typename", "operator",  "not",      "and",      "or",  "using"};
    return words.contains(word);
}

/// Returns whether the parentheses at `at` belong to a function that is defined here.
bool isDefinition(const IndexedCode &code, std::size_t at)
{
    const Tokens &tokens = code.tokens;
    at = behindBrackets(code, at);
    while (isName(tokens, at) && !isSymbol(tokens, at, "{"))
        ++at; // const, noexcept, override
    return isSymbol(tokens, at, "{");
}

/// Returns the names of the source's own variables, members and functions. A function that is only
/// declared is foreign.
std::set<std::string_view> declaredNames(const IndexedCode &code)
{
    const Tokens &tokens = code.tokens;
    std::set<std::string_view> declared;
    for (std::size_t at = 1; at < tokens.size(); ++at) {
        if (!isName(tokens, at))
            continue;
        // A member that is defined outside its class.
        if (isSymbol(tokens, at - 1, "::") && isSymbol(tokens, at + 1, "(") && at > 1
            && isName(tokens, at - 2) && isDefinition(code, at + 1))
            declared.insert(tokens[at].text);
        std::size_t type = at - 1;
        while (type > 0 && (isSymbol(tokens, type, "*") || isSymbol(tokens, type, "&")))
            --type;
        const bool isPointer = type != at - 1;
        const bool hasType = (isName(tokens, type) && !isStatementWord(tokens[type].text))
            || (!isPointer && isSymbol(tokens, type, ">"));
        if (!hasType)
            continue;
        // `a * b;` declares nothing, `float *b = …` does.
        const bool endsDeclaration = isSymbol(tokens, at + 1, "=") || isSymbol(tokens, at + 1, ",")
            || isSymbol(tokens, at + 1, ")") || isSymbol(tokens, at + 1, "{")
            || (!isPointer && (isSymbol(tokens, at + 1, ";") || isSymbol(tokens, at + 1, "[")));
        if (endsDeclaration || (isSymbol(tokens, at + 1, "(") && isDefinition(code, at + 1)))
            declared.insert(tokens[at].text);
    }
    return declared;
}

/// Returns the position after the template arguments at `at`, if there are any: `k<float, 4><<<`.
std::size_t behindTemplateArguments(const Tokens &tokens, std::size_t at)
{
    if (!isSymbol(tokens, at, "<"))
        return at;
    constexpr std::size_t kMaxArguments = 64; // in tokens: a < b in an expression never closes
    int depth = 0;
    for (std::size_t end = at; end < std::min(tokens.size(), at + kMaxArguments); ++end) {
        if (isSymbol(tokens, end, "<"))
            ++depth;
        else if (isSymbol(tokens, end, ">") && --depth == 0)
            return end + 1;
        else if (isSymbol(tokens, end, ";") || isSymbol(tokens, end, "{"))
            break;
    }
    return at;
}

/// Returns whether a function of this name launches kernels, which are among its arguments.
bool isLauncher(std::string_view name)
{
    return name.starts_with("cudaLaunch") || name.starts_with("cuLaunch");
}

/// Adds the names passed to cudaLaunchKernel and similar functions. Returns the position after the
/// arguments.
std::size_t addLaunched(const IndexedCode &code, std::size_t arguments, CppFacts &facts)
{
    const std::size_t end = behindBrackets(code, arguments);
    for (std::size_t inside = arguments; inside < end; ++inside) {
        const CppToken &token = code.tokens[inside];
        if (token.kind == CppToken::Kind::Name)
            facts.launches.push_back({std::string(token.text), token.line});
    }
    return end;
}

/// Returns whether one of the tokens before `at` names the state of a CUDA call.
bool followsErrorCheck(const Tokens &tokens, std::size_t at)
{
    constexpr std::size_t kNear = 80; // the longest error-check functions have about 50
    for (std::size_t before = at - std::min(at, kNear); before < at; ++before) {
        const std::string_view name = tokens[before].text;
        if (isName(tokens, before)
            && (name == "cudaSuccess" || name == "CUDA_SUCCESS" || name == "hipSuccess"
                || name == "cudaError_t" || name.ends_with("_STATUS_SUCCESS")))
            return true;
    }
    return false;
}

/// Returns whether `exit` at `at`, with its arguments at `arguments`, ends the process as failed:
/// exit(EXIT_FAILURE), exit(1), or exit(code) of an error check.
bool endsAsFailed(const IndexedCode &code, std::size_t at, std::size_t arguments)
{
    const Tokens &tokens = code.tokens;
    if (!isSymbol(tokens, arguments, "("))
        return false;
    std::size_t first = arguments + 1;
    const std::size_t end = behindBrackets(code, arguments) - 1;
    if (isSymbol(tokens, first, "-"))
        ++first;
    if (first >= end)
        return false;
    if (end == first + 1) {
        if (tokens[first].kind == CppToken::Kind::Number)
            return tokens[first].text.find_first_of("123456789") != std::string::npos;
        if (tokens[first].text == "EXIT_FAILURE")
            return true;
    }
    return tokens[first].text != "EXIT_SUCCESS" && tokens[first].text != "false"
        && followsErrorCheck(tokens, at);
}

} // namespace

CppFacts cppFacts(std::string_view source)
{
    CppFacts facts;
    const IndexedCode code = indexed(codeOf(source, facts.texts));
    const Tokens &tokens = code.tokens;
    const std::set<std::string_view> declared = declaredNames(code);
    std::size_t kernelEnd = 0;   // behind the last `__global__`
    std::size_t launchesEnd = 0; // behind the arguments of the last cudaLaunchKernel
    for (const std::size_t at : halfTypes(tokens))
        facts.halfTypes.push_back({std::string(tokens[at].text), tokens[at].line});
    for (std::size_t at = 0; at < tokens.size();) {
        const CppToken &token = tokens[at];
        if (token.kind == CppToken::Kind::Header)
            facts.includes.push_back({contentOf(token), token.line});
        if (token.kind != CppToken::Kind::Name) {
            ++at;
            continue;
        }
        if (token.text == "__global__" && at >= kernelEnd)
            kernelEnd = addKernel(code, at, facts);
        if (livesOn(token) && (at == 0 || !livesOn(tokens[at - 1])))
            addStatic(code, at, facts);
        if (isAssembler(token))
            addAssembler(tokens, at, facts);
        const bool isMember = at > 0
            && (isSymbol(tokens, at - 1, ".")
                || (at > 1 && isSymbol(tokens, at - 1, ">") && isSymbol(tokens, at - 2, "-")));
        const bool isGlobal = at > 0 && isSymbol(tokens, at - 1, "::");
        const std::size_t begin = at;
        CppName name = qualifiedName(tokens, at);
        if ((name.name == "exit" || name.name == "std::exit") && endsAsFailed(code, begin, at))
            name.name += "[failed]";
        if (isSymbol(tokens, behindTemplateArguments(tokens, at), "<<<"))
            facts.launches.push_back(name);
        if (isLauncher(name.name) && at >= launchesEnd)
            launchesEnd = addLaunched(code, at, facts);
        if (!isMember && (isGlobal || !declared.contains(name.name)))
            facts.foreign.push_back(name);
        if (isMember)
            name.name.insert(name.name.begin(), '.');
        facts.names.push_back(std::move(name));
    }
    return facts;
}

} // namespace loupe
