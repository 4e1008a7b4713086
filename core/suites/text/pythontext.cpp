// SPDX-License-Identifier: Apache-2.0
#include "core/suites/text/pythontext.h"

#include "core/suites/text/pythonstrings.h"

#include <algorithm>
#include <cctype>

namespace loupe {

namespace {

bool isWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string_view leadingWord(std::string_view text)
{
    const auto end = std::find_if_not(text.begin(), text.end(), isWord);
    return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

std::string_view withoutLeadingSpace(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

void addUnique(std::vector<std::string> &names, std::string_view name)
{
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
        names.emplace_back(name);
}

void readImports(std::string_view modules, PythonOutline &outline)
{
    while (!modules.empty()) {
        addUnique(outline.imports, leadingWord(withoutLeadingSpace(modules)));
        const std::size_t comma = modules.find(',');
        modules = comma == std::string_view::npos ? std::string_view{} : modules.substr(comma + 1);
    }
}

void readStatement(std::string_view line, PythonOutline &outline)
{
    const std::string_view word = leadingWord(line);
    const std::string_view rest = withoutLeadingSpace(line.substr(word.size()));
    if (word == "def")
        addUnique(outline.functions, leadingWord(rest));
    else if (word == "class")
        addUnique(outline.classes, leadingWord(rest));
    else if (word == "import")
        readImports(rest, outline);
    else if (word == "from" && !rest.empty() && rest.front() != '.')
        addUnique(outline.imports, leadingWord(rest));
    else if (!word.empty() && !rest.empty()
             && ((rest.front() == '=' && rest.substr(0, 2) != "==") || rest.front() == ':')
             && word != "else" && word != "try" && word != "finally")
        addUnique(outline.assigned, word);
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
    PythonStrings strings;
    while (!source.empty()) {
        const std::size_t end = source.find('\n');
        const std::string_view line = source.substr(0, end);
        if (!strings.isInside())
            readStatement(line, outline);
        strings.pass(line);
        source = end == std::string_view::npos ? std::string_view{} : source.substr(end + 1);
    }
    return outline;
}

bool calls(std::string_view source, std::string_view name)
{
    for (std::size_t at = source.find(name); at != std::string_view::npos;
         at = source.find(name, at + 1)) {
        if (at > 0 && (isWord(source[at - 1]) || source[at - 1] == '.'))
            continue;
        const std::string_view after = withoutLeadingSpace(source.substr(at + name.size()));
        if (after.rfind('(', 0) != 0 && after.rfind('[', 0) != 0 && after.rfind(".apply(", 0) != 0)
            continue;
        const std::size_t lineStart = at == 0 ? 0 : source.rfind('\n', at - 1) + 1;
        const std::string_view before
            = withoutLeadingSpace(source.substr(lineStart, at - lineStart));
        if (before.rfind("def ", 0) != 0 && before.find('#') == std::string_view::npos)
            return true;
    }
    return false;
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

bool isIdentifier(std::string_view name)
{
    return !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0
        && std::all_of(name.begin(), name.end(), isWord);
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
