// SPDX-License-Identifier: Apache-2.0
#include "core/suites/text/pythontext.h"

#include <algorithm>
#include <array>
#include <utility>

namespace loupe {

namespace {

using Kind = PythonToken::Kind;

/// Returns the word after the first token; empty if there is none.
std::string_view nextWord(std::span<const PythonToken> tokens)
{
    return tokens[1].kind == Kind::Word ? tokens[1].text : std::string_view();
}

/// List of names, each of them once.
class UniqueNames
{
public:
    explicit UniqueNames(std::vector<std::string> &names) : m_names(names) { }

    void add(std::string_view name)
    {
        if (!name.empty() && m_seen.insert(name).second)
            m_names.emplace_back(name);
    }

private:
    std::vector<std::string> &m_names;
    std::set<std::string_view> m_seen;
};

class OutlineReader
{
public:
    /// Reads the statement at the start of `tokens`.
    void read(std::span<const PythonToken> tokens)
    {
        if (tokens[0].is("def")) {
            m_functions.add(nextWord(tokens));
        } else if (tokens[0].is("class")) {
            m_classes.add(nextWord(tokens));
        } else if (isAssigned(tokens)) {
            m_assigned.add(tokens[0].text);
        } else if (const ImportedModules modules = importedModules(tokens); !modules.isRelative) {
            for (const std::string_view module : modules.names)
                m_imports.add(module);
        }
    }

    PythonOutline take() { return std::move(m_outline); }

private:
    PythonOutline m_outline;
    UniqueNames m_functions{m_outline.functions};
    UniqueNames m_classes{m_outline.classes};
    UniqueNames m_assigned{m_outline.assigned};
    UniqueNames m_imports{m_outline.imports};
};

/// Returns whether a keyword begins statements and is part of no expression. `from` may be, but is
/// hardly ever at the start of a line.
bool beginsStatement(const PythonToken &token)
{
    constexpr std::array<std::string_view, 16> words{
        "def", "class",  "import", "from", "return", "raise",  "while",    "with",
        "try", "except", "pass",   "del",  "assert", "global", "nonlocal", "finally"};
    return std::ranges::find(words, token.text) != words.end();
}

bool isAtLineStart(std::string_view source, const PythonToken &token)
{
    const auto at = static_cast<std::size_t>(token.text.data() - source.data());
    return at == 0 || source[at - 1] == '\n' || source[at - 1] == '\r';
}

/// Returns whether a token is the name of a module in a list. A keyword there begins a statement
/// after a list that is never closed.
bool isModule(const PythonToken &token)
{
    return token.kind == Kind::Word && !token.is("import") && !token.is("from");
}

bool contains(const std::vector<std::string> &names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

bool PythonOutline::defines(std::string_view name) const
{
    return contains(functions, name) || contains(classes, name) || contains(assigned, name);
}

std::vector<PythonLine> pythonLines(std::string_view source, std::span<const PythonToken> tokens)
{
    std::vector<PythonLine> out;
    int depth = 0;
    bool isUnclosed = false; // a bracket before this line should have been closed
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        const PythonToken &token = tokens[at];
        if (token.kind == Kind::Indent) {
            out.push_back({at + 1, token.column == 0});
            isUnclosed = false;
        }
        depth = std::max(depth + token.depthChange(), 0);
        if (depth == 0 || token.kind != Kind::Word || !isAtLineStart(source, token))
            continue;
        isUnclosed = isUnclosed || beginsStatement(token);
        if (isUnclosed)
            out.push_back({at, true});
    }
    return out;
}

PythonOutline pythonOutline(std::string_view source)
{
    OutlineReader reader;
    const std::vector<PythonToken> tokens = pythonTokens(source);
    for (const PythonLine &line : pythonLines(source, tokens)) {
        if (line.isTopLevel)
            reader.read(std::span(tokens).subspan(line.first));
    }
    return reader.take();
}

ImportedModules importedModules(std::span<const PythonToken> tokens)
{
    ImportedModules out;
    const bool isFrom = tokens[0].is("from");
    if (!isFrom && !tokens[0].is("import"))
        return out;
    std::size_t at = 1;
    for (; isFrom && (tokens[at].is(".") || tokens[at].is("...")); ++at)
        out.isRelative = true;
    if (isFrom && !(out.isRelative && tokens[at].is("import"))) {
        if (isModule(tokens[at]))
            out.names.push_back(tokens[at].text);
        return out;
    }
    at += isFrom ? 1 : 0; // "from . import a, b" names modules after "import"
    const bool isInBrackets = isFrom && tokens[at].is("(");
    const auto passOne = [&] {
        do
            ++at;
        while (isInBrackets && tokens[at].kind == Kind::Comment);
    };
    if (isInBrackets)
        passOne();
    while (isModule(tokens[at])) {
        out.names.push_back(tokens[at].text);
        passOne();
        while (tokens[at].is(".") || tokens[at].is("as")) { // ".b as c"
            passOne();
            if (isModule(tokens[at]))
                passOne();
        }
        if (!tokens[at].is(","))
            break;
        passOne();
    }
    return out;
}

bool isAssigned(std::span<const PythonToken> tokens)
{
    constexpr std::array<std::string_view, 5> others{"else", "try", "except", "finally", "lambda"};
    return tokens[0].kind == Kind::Word && (tokens[1].is("=") || tokens[1].is(":"))
        && std::ranges::find(others, tokens[0].text) == others.end();
}

std::set<std::string_view> calledNames(std::string_view source)
{
    std::set<std::string_view> out;
    const std::vector<PythonToken> tokens = pythonTokens(source);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind == Kind::String && stringParts(tokens[i].text).isFormatted()) {
            for (const std::string_view code : placeholdersIn(stringParts(tokens[i].text).content))
                out.merge(calledNames(code));
        }
        const bool isOther = i > 0
            && (tokens[i - 1].is(".") || tokens[i - 1].is("def") || tokens[i - 1].is("class"));
        if (tokens[i].kind != Kind::Word || isOther)
            continue;
        const PythonToken &next = tokens[i + 1];
        if (next.is("(") || next.is("[")
            || (next.is(".") && tokens[i + 2].is("apply") && tokens[i + 3].is("(")))
            out.insert(tokens[i].text);
    }
    return out;
}

std::string withUnixLines(std::string_view source)
{
    std::string out;
    out.reserve(source.size());
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i] != '\r')
            out += source[i];
        else if (i + 1 >= source.size() || source[i + 1] != '\n')
            out += '\n';
    }
    return out;
}

SeparatedSource splitAtSeparator(std::string_view source)
{
    static const std::string separator(146, '#');
    const std::size_t first = source.find(separator);
    if (first == std::string_view::npos)
        return {source, {}, false};
    std::size_t last = first;
    // Pieces as in Python's split(): matches do not overlap.
    for (std::size_t next = first; next != std::string_view::npos;
         next = source.find(separator, next + separator.size()))
        last = next;
    return {source.substr(0, first), source.substr(last + separator.size()), true};
}

} // namespace loupe
