// SPDX-License-Identifier: Apache-2.0
#include "core/generation/prompts/pythonsource.h"

#include "core/lexers/pythontokens.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::string_view blanks = " \t\n\r\f\v";

/// Appends the escape at the start of `source` and returns its length in characters.
std::size_t addEscape(std::string_view source, std::string &text)
{
    constexpr std::string_view written = "ntr\\'\"0";
    constexpr std::string_view meant("\n\t\r\\'\"\0", written.size());
    if (source.size() > 1 && source[1] == '\n')
        return 2;
    const std::size_t known = source.size() > 1 ? written.find(source[1]) : std::string_view::npos;
    if (known == std::string_view::npos) {
        text += '\\';
        return 1;
    }
    text += meant[known];
    return 2;
}

std::size_t endIn(std::string_view source, std::string_view token)
{
    return static_cast<std::size_t>(token.data() - source.data()) + token.size();
}

/// Returns the literal of a token of `source`.
PythonLiteral literalOf(std::string_view source, std::string_view token)
{
    const PythonStringParts parts = stringParts(token);
    std::string_view quoted = parts.content;
    PythonLiteral out;
    out.isFormatted = parts.isFormatted();
    out.end = endIn(source, token);
    while (!quoted.empty()) {
        if (quoted.front() == '\\' && !parts.isRaw()) {
            quoted.remove_prefix(addEscape(quoted, out.text));
            continue;
        }
        out.text += quoted.front();
        quoted.remove_prefix(1);
    }
    return out;
}

} // namespace

std::optional<PythonLiteral> literalAt(std::string_view source, std::size_t at)
{
    if (at >= source.size())
        return std::nullopt;
    PythonTokens tokens(source.substr(at));
    tokens.next(); // the indentation
    const PythonToken token = tokens.next();
    const bool isHere
        = token.kind == PythonToken::Kind::String && token.text.data() == source.data() + at;
    return isHere ? std::optional(literalOf(source, token.text)) : std::nullopt;
}

std::vector<PythonLiteral> literalsOf(std::string_view source)
{
    std::vector<PythonLiteral> out;
    PythonTokens tokens(source);
    for (;;) {
        const PythonToken token = tokens.next();
        if (token.kind == PythonToken::Kind::End || token.kind == PythonToken::Kind::Problem)
            return out;
        if (token.kind == PythonToken::Kind::String)
            out.push_back(literalOf(source, token.text));
    }
}

std::vector<PythonStatement> statementsOf(std::string_view source)
{
    std::vector<PythonStatement> out;
    PythonTokens tokens(source);
    for (;;) {
        const PythonToken token = tokens.next();
        switch (token.kind) {
        case PythonToken::Kind::End:
        case PythonToken::Kind::Problem:
            if (!out.empty() && out.back().text.empty())
                out.pop_back();
            return out;
        case PythonToken::Kind::Indent:
            out.push_back({{}, static_cast<std::size_t>(token.column), token.line});
            continue;
        case PythonToken::Kind::LineEnd:
        case PythonToken::Kind::Comment:
            continue;
        default:
            break;
        }
        std::string_view &text = out.back().text;
        const std::string_view first = text.empty() ? token.text : text;
        const auto begin = static_cast<std::size_t>(first.data() - source.data());
        text = source.substr(begin, endIn(source, token.text) - begin);
    }
}

std::vector<PythonStatement> functionOf(const std::vector<PythonStatement> &statements,
                                        const std::string &klass, const std::string &function)
{
    bool isWithin = klass.empty();
    std::vector<PythonStatement> out;
    const PythonStatement *head = nullptr;
    for (const PythonStatement &each : statements) {
        if (head != nullptr) {
            if (each.indent <= head->indent)
                break;
            out.push_back(each);
            continue;
        }
        if (each.indent == 0 && !klass.empty())
            isWithin = each.text.starts_with("class " + klass + "(")
                || each.text.starts_with("class " + klass + ":");
        const bool isHere = isWithin && (each.indent == 0) == klass.empty();
        if (isHere && each.text.starts_with("def " + function + "("))
            head = &each;
    }
    return out;
}

std::string stripped(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(blanks);
    return begin == std::string_view::npos
        ? std::string()
        : std::string(text.substr(begin, text.find_last_not_of(blanks) - begin + 1));
}

std::string dedented(std::string_view text)
{
    std::size_t common = std::string_view::npos;
    const auto eachLine = [text](auto take) {
        for (std::size_t at = 0; at <= text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            take(text.substr(at, end - at), end < text.size());
            at = end + 1;
        }
    };
    eachLine([&](std::string_view line, bool /*isClosed*/) {
        const std::size_t indent = line.find_first_not_of(" \t");
        if (indent != std::string_view::npos)
            common = std::min(common, indent);
    });
    std::string out;
    eachLine([&](std::string_view line, bool isClosed) {
        const bool isBlank = line.find_first_not_of(" \t") == std::string_view::npos;
        if (!isBlank)
            out += line.substr(common);
        if (isClosed)
            out += '\n';
    });
    return out;
}

} // namespace loupe
