// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/drawnelements.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

namespace loupe {

namespace {

/// Values of names; a tuple has the product of its items.
using NamedProducts = std::map<std::string, double, std::less<>>;

bool isOfAName(char character)
{
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')
        || (character >= '0' && character <= '9') || character == '_';
}

std::optional<double> factorOf(std::string_view word, const NamedProducts &names)
{
    double number = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
    if (read.ec == std::errc() && read.ptr == word.data() + word.size())
        return number;
    const auto named = names.find(word);
    return named == names.end() ? std::nullopt : std::optional(named->second);
}

/// Returns the product of all numbers and names; nullopt if there is anything but commas, stars and
/// brackets between them.
std::optional<double> productOf(std::string_view text, const NamedProducts &names)
{
    double product = 1;
    for (std::size_t i = 0; i < text.size();) {
        if (!isOfAName(text[i])) {
            if (std::string_view(" ,*()[]\t\r\n").find(text[i]) == std::string_view::npos)
                return std::nullopt;
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < text.size() && isOfAName(text[end]))
            ++end;
        const auto factor = factorOf(text.substr(i, end - i), names);
        if (!factor)
            return std::nullopt;
        product *= *factor;
        i = end;
    }
    return product;
}

/// Splits at each `separator` outside brackets.
std::vector<std::string_view> splitAt(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (depth == 0 && text[i] == separator) {
            parts.push_back(text.substr(begin, i - begin));
            begin = i + 1;
        }
        depth += text[i] == '(' || text[i] == '[' ? 1 : 0;
        depth -= text[i] == ')' || text[i] == ']' ? 1 : 0;
    }
    parts.push_back(text.substr(begin));
    return parts;
}

/// Returns the name that `text` is; empty if it is not a name.
std::string_view nameIn(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos)
        return {};
    text = text.substr(begin, text.find_last_not_of(' ') - begin + 1);
    return std::ranges::all_of(text, isOfAName) ? text : std::string_view();
}

/// Adds the names of "a = 1", "a = b = 2" or "a, b = 1, 2".
void addAssignment(std::string_view statement, NamedProducts &names)
{
    std::vector<std::string_view> sides = splitAt(statement, '=');
    const std::string_view right = sides.back();
    sides.pop_back();
    for (const std::string_view side : sides) {
        const auto targets = splitAt(side, ',');
        const auto values
            = targets.size() == 1 ? std::vector<std::string_view>{right} : splitAt(right, ',');
        for (std::size_t i = 0; i < std::min(targets.size(), values.size()); ++i) {
            const std::string_view name = nameIn(targets[i]);
            const auto product = productOf(values[i], names);
            if (!name.empty() && product)
                names.insert_or_assign(std::string(name), *product);
        }
    }
}

NamedProducts namedProducts(const std::string &source)
{
    NamedProducts names;
    std::istringstream lines(source);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(' '))
            continue;
        const std::string_view text = std::string_view(line).substr(0, line.find('#'));
        for (const std::string_view statement : splitAt(text, ';'))
            addAssignment(statement, names);
    }
    return names;
}

/// Splits the text up to the bracket that closes the call at its commas; `text` starts after the
/// opening bracket.
std::vector<std::string_view> argumentsOf(std::string_view text)
{
    int depth = 1;
    for (std::size_t i = 0; i < text.size(); ++i) {
        depth += text[i] == '(' || text[i] == '[' ? 1 : 0;
        depth -= text[i] == ')' || text[i] == ']' ? 1 : 0;
        if (depth == 0)
            return splitAt(text.substr(0, i), ',');
    }
    return {};
}

double elementsOf(std::string_view call, bool hasRange, const NamedProducts &names)
{
    double elements = 1;
    for (const std::string_view argument : argumentsOf(call)) {
        const std::size_t first = argument.find_first_not_of(" \t\r\n");
        if (first == std::string_view::npos || argument.find('=') != std::string_view::npos)
            continue;
        // The range's minimum and maximum come before a shape.
        if (hasRange && argument[first] != '(' && argument[first] != '[')
            continue;
        elements *= productOf(argument, names).value_or(1);
    }
    return elements;
}

} // namespace

double drawnElements(const std::string &reference)
{
    const std::size_t begin = reference.find("def get_inputs(");
    if (begin == std::string::npos)
        return 0;
    const std::string_view body
        = std::string_view(reference).substr(begin, reference.find("\ndef ", begin) - begin);
    const NamedProducts names = namedProducts(reference);
    constexpr std::array<std::string_view, 3> calls{"torch.rand(", "torch.randn(",
                                                    "torch.randint("};
    double total = 0;
    for (const std::string_view call : calls) {
        for (std::size_t at = body.find(call); at != std::string_view::npos;
             at = body.find(call, at + 1))
            total += elementsOf(body.substr(at + call.size()), call == calls.back(), names);
    }
    return total;
}

} // namespace loupe
