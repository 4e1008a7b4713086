// SPDX-License-Identifier: Apache-2.0
#include "core/suites/text/pythonconstants.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace loupe {

namespace {

constexpr std::string_view blanks = " \t";

bool isInName(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Walker over a Python source that tells statements from strings, comments and brackets.
class StatementWalker
{
public:
    explicit StatementWalker(std::string_view source) : m_source(source) { }

    /// Finds the end of the statement in which `from` lies outside strings, comments and brackets:
    /// the position of its line break, semicolon or comment, or the end of the source.
    std::size_t statementEnd(std::size_t from) const
    {
        int depth = 0;
        std::size_t at = from;
        while (at < m_source.size()) {
            const char c = m_source[at];
            if (c == '"' || c == '\'') {
                at = stringEnd(at);
                continue;
            }
            const bool isComment = c == '#';
            if (depth == 0 && (isComment || c == '\n' || c == ';'))
                return at;
            if (isComment) {
                at = std::min(m_source.find('\n', at), m_source.size());
                continue;
            }
            depth += isOneOf(c, "([{") ? 1 : isOneOf(c, ")]}") && depth > 0 ? -1 : 0;
            at += c == '\\' ? 2 : 1; // a line that goes on
        }
        return m_source.size();
    }

    /// Finds the end of the line on which a statement ends at `end`, after further statements.
    std::size_t lineEnd(std::size_t end) const
    {
        while (end < m_source.size() && m_source[end] != '\n')
            end = m_source[end] == '#' ? std::min(m_source.find('\n', end), m_source.size())
                                       : statementEnd(end + 1);
        return end;
    }

    /// Returns whether the text assigns once more, as `b = 3` of `a = b = 3`.
    bool assigns(std::size_t begin, std::size_t end) const
    {
        int depth = 0;
        for (std::size_t at = begin; at < end;) {
            const char c = m_source[at];
            if (c == '"' || c == '\'') {
                at = stringEnd(at);
                continue;
            }
            depth += isOneOf(c, "([{") ? 1 : isOneOf(c, ")]}") ? -1 : 0;
            const bool isEquals = c == '=' && depth == 0;
            const bool isCompared = isEquals
                && ((at + 1 < end && m_source[at + 1] == '=')
                    || (at > begin && isOneOf(m_source[at - 1], "=<>!:")));
            if (isEquals && !isCompared)
                return true;
            ++at;
        }
        return false;
    }

private:
    static bool isOneOf(char c, std::string_view set)
    {
        return set.find(c) != std::string_view::npos;
    }

    /// Returns the position after the string that opens at `at`.
    std::size_t stringEnd(std::size_t at) const
    {
        const char quote = m_source[at];
        const std::string triple(3, quote);
        const bool isTriple = m_source.substr(at, 3) == triple;
        at += isTriple ? 3 : 1;
        while (at < m_source.size()) {
            const char c = m_source[at];
            if (c == '\\') {
                at += 2;
                continue;
            }
            if (isTriple && m_source.substr(at, 3) == triple)
                return at + 3;
            if (!isTriple && c == '\n') // not closed, which Python refuses
                return at;
            if (!isTriple && c == quote)
                return at + 1;
            ++at;
        }
        return m_source.size();
    }

    std::string_view m_source;
};

/// Returns the constant that the statement from `begin` to `end` assigns, if it assigns one.
std::optional<PythonConstant> constantIn(std::string_view source, const StatementWalker &walker,
                                         std::size_t begin, std::size_t end)
{
    const std::string_view text = source.substr(begin, end - begin);
    const auto nameEnd
        = static_cast<std::size_t>(std::ranges::find_if_not(text, isInName) - text.begin());
    std::size_t at = text.find_first_not_of(blanks, nameEnd);
    if (nameEnd == 0 || std::isdigit(static_cast<unsigned char>(text.front())) != 0
        || at == std::string_view::npos)
        return std::nullopt;
    if (text[at] == ':') // an annotation, as in `dim: int = 4`
        at = text.find('=', at);
    const bool isAssigned = at != std::string_view::npos && text[at] == '='
        && (at + 1 >= text.size() || text[at + 1] != '=');
    if (!isAssigned)
        return std::nullopt;
    const std::size_t first = text.find_first_not_of(blanks, at + 1);
    if (first == std::string_view::npos || walker.assigns(begin + first, end))
        return std::nullopt;
    const std::size_t last = text.find_last_not_of(" \t\r");
    return PythonConstant{std::string(text.substr(0, nameEnd)), begin + first, begin + last + 1};
}

/// Returns whether the statement defines a function or class, whose body follows, or decorates one.
bool isDefinition(std::string_view statement)
{
    return std::ranges::any_of(
        std::array<std::string_view, 4>{"def ", "class ", "async def ", "@"},
        [&](std::string_view beginning) { return statement.starts_with(beginning); });
}

void addNames(std::string_view source, std::size_t begin, std::size_t end,
              std::vector<PythonMention> &out)
{
    while (begin < end) {
        if (!isInName(source[begin])) {
            ++begin;
            continue;
        }
        const std::size_t first = begin;
        while (begin < end && isInName(source[begin]))
            ++begin;
        if (std::isdigit(static_cast<unsigned char>(source[first])) == 0)
            out.push_back({std::string(source.substr(first, begin - first)), first});
    }
}

} // namespace

std::vector<PythonConstant> pythonConstants(std::string_view source)
{
    const StatementWalker walker(source);
    std::vector<PythonConstant> out;
    std::size_t at = 0;
    while (at < source.size()) {
        const std::size_t end = walker.statementEnd(at);
        if (auto constant = constantIn(source, walker, at, end))
            out.push_back(std::move(*constant));
        at = walker.lineEnd(end) + 1;
    }
    return out;
}

std::vector<PythonMention> otherMentions(std::string_view source)
{
    const StatementWalker walker(source);
    std::vector<PythonMention> out;
    bool isInDefinition = false;
    std::size_t at = 0;
    while (at < source.size()) {
        std::size_t end = walker.statementEnd(at);
        const std::string_view text = source.substr(at, end - at);
        const bool isEmpty = text.find_first_not_of(" \t\r") == std::string_view::npos;
        if (!isEmpty && blanks.find(text.front()) == std::string_view::npos)
            isInDefinition = isDefinition(text);
        // `m = (n := 8)` assigns a constant and more.
        const bool isOnlyConstant
            = constantIn(source, walker, at, end) && text.find(":=") == std::string_view::npos;
        if (!isInDefinition && !isOnlyConstant)
            addNames(source, at, end, out);
        while (end < source.size() && source[end] == ';') { // constants come first in their lines
            const std::size_t next = walker.statementEnd(end + 1);
            if (!isInDefinition)
                addNames(source, end + 1, next, out);
            end = next;
        }
        at = walker.lineEnd(end) + 1;
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
