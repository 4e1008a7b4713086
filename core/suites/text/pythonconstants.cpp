// SPDX-License-Identifier: Apache-2.0
#include "core/suites/text/pythonconstants.h"

#include "core/suites/text/pythontext.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <span>

namespace loupe {

namespace {

using Tokens = std::span<const PythonToken>;

/// Statement of a source, without comments.
struct Statement {
    Tokens tokens;
    bool isFirst = false;    ///< of its line
    bool isTopLevel = false; ///< its line has no indentation
};

/// Splits the tokens of a source, which have no comments.
std::vector<Statement> statementsIn(Tokens tokens)
{
    std::vector<Statement> out;
    Statement next;
    int depth = 0;
    for (std::size_t at = 0, begin = 0; at < tokens.size(); ++at) {
        const PythonToken &token = tokens[at];
        const bool isIndent = token.kind == PythonToken::Kind::Indent;
        const bool isLineEnd
            = token.kind == PythonToken::Kind::LineEnd || token.kind == PythonToken::Kind::End;
        depth = std::max(depth + token.depthChange(), 0);
        if (!isIndent && !isLineEnd && (!token.is(";") || depth > 0))
            continue;
        next.tokens = tokens.subspan(begin, at - begin);
        if (!next.tokens.empty())
            out.push_back(next);
        begin = at + 1;
        next.isFirst = isIndent;
        next.isTopLevel = isIndent ? token.column == 0 : next.isTopLevel;
    }
    return out;
}

std::size_t offsetIn(std::string_view source, std::string_view text)
{
    return static_cast<std::size_t>(text.data() - source.data());
}

/// Returns the constant that a statement assigns, if it assigns one.
std::optional<PythonConstant> constantIn(std::string_view source, const Statement &statement)
{
    Tokens value = statement.tokens;
    if (!statement.isFirst || !statement.isTopLevel || value.size() < 3 || !isAssigned(value))
        return std::nullopt;
    const std::string_view name = value.front().text;
    int depth = 0;
    const auto isAnotherEquals = [&](const PythonToken &token) {
        depth += token.depthChange();
        return depth == 0 && token.is("=");
    };
    value = value.subspan(1);
    if (value.front().is(":")) { // an annotation, as in `dim: int = 4`
        const auto equals = std::ranges::find_if(value, isAnotherEquals);
        value = {equals, value.end()};
    }
    value = value.subspan(value.empty() ? 0 : 1);
    if (value.empty() || std::ranges::any_of(value, isAnotherEquals))
        return std::nullopt;
    const std::size_t begin = offsetIn(source, value.front().text);
    return PythonConstant{std::string(name), begin,
                          offsetIn(source, value.back().text) + value.back().text.size()};
}

/// Returns whether a statement defines a function or class, whose body follows, or decorates one.
bool isDefinition(Tokens statement)
{
    return statement[0].is("def") || statement[0].is("class") || statement[0].is("@")
        || (statement.size() > 1 && statement[0].is("async") && statement[1].is("def"));
}

/// Returns whether tokens assign within an expression: `m = (n := 8)`, `f"{(n := 8)}"`.
bool assignsWithin(Tokens tokens)
{
    return std::ranges::any_of(tokens, [](const PythonToken &token) {
        const bool isString = token.kind == PythonToken::Kind::String;
        if (!isString || !stringParts(token.text).isFormatted())
            return token.is(":=");
        return std::ranges::any_of(
            placeholdersIn(stringParts(token.text).content),
            [](std::string_view code) { return assignsWithin(pythonTokens(code)); });
    });
}

/// Returns whether a statement is only a text for readers, which changes nothing.
bool isPlainText(Tokens statement)
{
    return std::ranges::all_of(statement, [](const PythonToken &token) {
        return token.kind == PythonToken::Kind::String && !stringParts(token.text).isFormatted();
    });
}

/// Adds the words in a string, which may be code or keys: `exec("n = 3")`, `globals()["n"] = 3`.
void addWords(std::string_view source, std::string_view text, std::vector<PythonMention> &out)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto isOfWord = [&](char c) {
        constexpr unsigned char firstForeign = 0x80;
        const auto byte = static_cast<unsigned char>(c);
        return byte >= firstForeign || std::isalnum(byte) != 0 || c == '_';
    };
    const auto add = [&](std::string_view word) {
        if (!word.empty() && !isDigit(word.front()))
            out.push_back({std::string(word), offsetIn(source, word)});
    };
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        while (at < text.size() && isOfWord(text[at]))
            ++at;
        const std::string_view word = text.substr(begin, at - begin);
        add(word);
        if (!word.empty() && begin > 0 && text[begin - 1] == '\\')
            add(word.substr(1)); // "\nn = 3"
        at += word.empty() ? 1 : 0;
    }
}

/// Returns the tokens of a source but for comments, which no statement needs.
std::vector<PythonToken> tokensOf(std::string_view source)
{
    std::vector<PythonToken> tokens = pythonTokens(source);
    std::erase_if(
        tokens, [](const PythonToken &token) { return token.kind == PythonToken::Kind::Comment; });
    return tokens;
}

} // namespace

std::vector<PythonConstant> pythonConstants(std::string_view source)
{
    const std::vector<PythonToken> tokens = tokensOf(source);
    std::vector<PythonConstant> out;
    for (const Statement &statement : statementsIn(tokens)) {
        if (auto constant = constantIn(source, statement))
            out.push_back(std::move(*constant));
    }
    return out;
}

std::vector<PythonMention> otherMentions(std::string_view source)
{
    const std::vector<PythonToken> tokens = tokensOf(source);
    std::vector<PythonMention> out;
    bool isInDefinition = false;
    for (const Statement &statement : statementsIn(tokens)) {
        if (statement.isFirst && statement.isTopLevel)
            isInDefinition = isDefinition(statement.tokens);
        const bool isOnlyConstant
            = constantIn(source, statement) && !assignsWithin(statement.tokens);
        if (isInDefinition || isOnlyConstant || isPlainText(statement.tokens))
            continue;
        for (const PythonToken &token : statement.tokens) {
            if (token.kind == PythonToken::Kind::Word)
                out.push_back({std::string(token.text), offsetIn(source, token.text)});
            else if (token.kind == PythonToken::Kind::String)
                addWords(source, stringParts(token.text).content, out);
        }
    }
    return out;
}

std::string withConstants(std::string_view source, const std::map<std::string, std::string> &values)
{
    std::string out;
    std::size_t copied = 0;
    for (const PythonConstant &each : pythonConstants(source)) {
        const auto found = values.find(each.name);
        if (found == values.end())
            continue;
        const std::string_view old = source.substr(each.begin, each.end - each.begin);
        out += source.substr(copied, each.begin - copied);
        const auto breaks = static_cast<std::size_t>(std::ranges::count(old, '\n'));
        out += breaks == 0 ? found->second : "(" + found->second + std::string(breaks, '\n') + ")";
        copied = each.end;
    }
    out += source.substr(copied);
    return out;
}

} // namespace loupe
