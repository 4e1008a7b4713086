// SPDX-License-Identifier: Apache-2.0
#include "core/suites/text/pythontext.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

using Kind = PythonToken::Kind;

/// Returns the word after the first token, on its line; empty if there is none.
std::string_view nextWord(std::span<const PythonToken> tokens)
{
    const PythonToken &next = tokens[1];
    return next.kind == Kind::Word && next.line == tokens[0].line ? next.text : std::string_view();
}

void addUnique(std::vector<std::string> &names, std::string_view name)
{
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
        names.emplace_back(name);
}

/// Reads the statement that begins with the word at the start of `tokens`.
void readStatement(std::span<const PythonToken> tokens, PythonOutline &outline)
{
    if (tokens[0].is("def")) {
        addUnique(outline.functions, nextWord(tokens));
    } else if (tokens[0].is("class")) {
        addUnique(outline.classes, nextWord(tokens));
    } else if (isAssigned(tokens)) {
        addUnique(outline.assigned, tokens[0].text);
    } else if (const ImportedModules modules = importedModules(tokens); !modules.isRelative) {
        for (const std::string_view module : modules.names)
            addUnique(outline.imports, module);
    }
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

PythonOutline pythonOutline(std::string_view source)
{
    PythonOutline outline;
    const std::vector<PythonToken> tokens = pythonTokens(source);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind != Kind::Word)
            continue;
        // Indentation tells less, because a bracket that is never closed would hide it.
        const auto begin = tokens[i].text.data() - source.data();
        if (begin == 0 || source[begin - 1] == '\n' || source[begin - 1] == '\r')
            readStatement(std::span(tokens).subspan(i), outline);
    }
    return outline;
}

ImportedModules importedModules(std::span<const PythonToken> tokens)
{
    ImportedModules out;
    const bool isFrom = tokens[0].is("from");
    std::size_t at = 1;
    for (; isFrom && (tokens[at].is(".") || tokens[at].is("...")); ++at)
        out.isRelative = true;
    const bool isList = tokens[0].is("import") || (out.isRelative && tokens[at].is("import"));
    if (isFrom && !isList && tokens[at].kind == Kind::Word)
        out.names.push_back(tokens[at].text);
    at += isFrom ? 1 : 0; // "from . import a, b" names modules after "import"
    bool isInBrackets = false;
    for (std::string_view before = ","; isList; before = tokens[at++].text) {
        while (isInBrackets && tokens[at].kind == Kind::Comment)
            ++at;
        const bool isWord = tokens[at].kind == Kind::Word;
        isInBrackets = isInBrackets || tokens[at].is("(");
        if ((!isInBrackets && tokens[at].line != tokens[0].line)
            || (!isWord && !tokens[at].is(".") && !tokens[at].is(",") && !tokens[at].is("(")))
            break;
        if (isWord && (before == "," || before == "("))
            out.names.push_back(tokens[at].text);
    }
    return out;
}

bool isAssigned(std::span<const PythonToken> tokens)
{
    constexpr std::array<std::string_view, 4> blocks{"else", "try", "except", "finally"};
    return tokens[0].kind == Kind::Word && (tokens[1].is("=") || tokens[1].is(":"))
        && tokens[1].line == tokens[0].line
        && std::ranges::find(blocks, tokens[0].text) == blocks.end();
}

std::set<std::string_view> calledNames(std::string_view source)
{
    std::set<std::string_view> out;
    const std::vector<PythonToken> tokens = pythonTokens(source);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind == Kind::String && stringParts(tokens[i].text).isFormatted())
            out.merge(calledNames(stringParts(tokens[i].text).content)); // its placeholders
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
