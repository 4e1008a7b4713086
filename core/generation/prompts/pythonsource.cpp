// SPDX-License-Identifier: Apache-2.0
#include "core/generation/prompts/pythonsource.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace loupe {

namespace {

constexpr std::string_view blanks = " \t\n\r\f\v";
constexpr std::size_t maxPrefixLength = 2;

bool isNamePart(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Appends the escape at `at` and returns its length in characters.
std::size_t addEscape(std::string_view source, std::size_t at, std::string &text)
{
    constexpr std::string_view written = "ntr\\'\"0";
    constexpr std::string_view meant("\n\t\r\\'\"\0", written.size());
    const char c = at + 1 < source.size() ? source[at + 1] : '\\';
    if (c == '\n')
        return 2;
    const std::size_t known = written.find(c);
    if (known == std::string_view::npos) {
        text += '\\';
        return 1;
    }
    text += meant[known];
    return 2;
}

/// Returns the length of the line's indentation.
std::size_t indentAt(std::string_view source, std::size_t lineBegin)
{
    const std::size_t text = source.find_first_not_of(" \t", lineBegin);
    return (text == std::string_view::npos ? source.size() : text) - lineBegin;
}

/// Returns the end of the statement that starts here; it may span several lines.
std::size_t endOfStatement(std::string_view source, std::size_t at)
{
    int open = 0;
    while (at < source.size()) {
        const char c = source[at];
        const bool beginsName = at == 0 || !isNamePart(source[at - 1]);
        if (const auto literal = beginsName ? literalAt(source, at) : std::nullopt) {
            at = literal->end;
            continue;
        }
        if (c == '#') {
            at = std::min(source.find('\n', at), source.size());
            continue;
        }
        if (c == '\n' && open <= 0)
            return at;
        open += c == '(' || c == '[' || c == '{' ? 1 : 0;
        open -= c == ')' || c == ']' || c == '}' ? 1 : 0;
        ++at;
    }
    return source.size();
}

} // namespace

std::optional<PythonLiteral> literalAt(std::string_view source, std::size_t at)
{
    PythonLiteral out;
    bool isRaw = false;
    for (std::size_t prefix = 0; prefix <= maxPrefixLength && at < source.size(); ++prefix, ++at) {
        const char c = source[at];
        if (c == '"' || c == '\'')
            break;
        if (std::string_view("fFrRbBuU").find(c) == std::string_view::npos)
            return std::nullopt;
        out.isFormatted = out.isFormatted || c == 'f' || c == 'F';
        isRaw = isRaw || c == 'r' || c == 'R';
    }
    if (at >= source.size() || (source[at] != '"' && source[at] != '\''))
        return std::nullopt;
    const std::string three(3, source[at]);
    const std::string_view quotes
        = source.substr(at, 3) == three ? source.substr(at, 3) : source.substr(at, 1);
    for (at += quotes.size(); at < source.size();) {
        if (source.substr(at, quotes.size()) == quotes) {
            out.end = at + quotes.size();
            return out;
        }
        if (source[at] == '\n' && quotes.size() == 1)
            return std::nullopt;
        if (source[at] == '\\' && !isRaw) {
            at += addEscape(source, at, out.text);
            continue;
        }
        out.text += source[at++];
    }
    return std::nullopt;
}

std::vector<PythonLiteral> literalsOf(std::string_view source)
{
    std::vector<PythonLiteral> out;
    for (std::size_t at = 0; at < source.size();) {
        if (source[at] == '#') {
            at = std::min(source.find('\n', at), source.size());
            continue;
        }
        const bool beginsName = at == 0 || !isNamePart(source[at - 1]);
        auto literal = beginsName ? literalAt(source, at) : std::nullopt;
        if (!literal) {
            ++at;
            continue;
        }
        at = literal->end;
        out.push_back(std::move(*literal));
    }
    return out;
}

std::vector<PythonStatement> statementsOf(std::string_view source)
{
    std::vector<PythonStatement> out;
    int line = 1;
    for (std::size_t at = 0; at < source.size();) {
        const std::size_t indent = indentAt(source, at);
        const std::size_t begin = at + indent;
        const bool isBlank = begin >= source.size()
            || blanks.find(source[begin]) != std::string_view::npos || source[begin] == '#';
        const std::size_t end = isBlank ? std::min(source.find('\n', at), source.size())
                                        : endOfStatement(source, begin);
        const std::string_view text = source.substr(at, end - at);
        if (!isBlank)
            out.push_back({source.substr(begin, end - begin), indent, line});
        line += static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
        at = end + 1;
    }
    return out;
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
