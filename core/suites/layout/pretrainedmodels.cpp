// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layout/pretrainedmodels.h"

#include "core/suites/text/pythontext.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace loupe {

namespace {

constexpr std::string_view loading = "from_pretrained(";
/// The hub's limit for the names of a model and its owner.
constexpr std::size_t maxNameLength = 2 * 96 + 1;

std::string_view withoutSpace(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\n");
    return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

/// Returns the string literal at the start of the text.
std::optional<std::string_view> quoted(std::string_view text)
{
    if (text.empty() || (text.front() != '"' && text.front() != '\''))
        return std::nullopt;
    const std::size_t end = text.find_first_of(std::string("\n") + text.front(), 1);
    if (end == std::string_view::npos || text[end] != text.front())
        return std::nullopt;
    return text.substr(1, end - 1);
}

/// Returns true for "name" or "owner/name" that cannot be any other path.
bool isModelName(std::string_view name)
{
    const auto isPlain = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.'
            || c == '/';
    };
    return !name.empty() && name.size() <= maxNameLength && std::ranges::all_of(name, isPlain)
        && std::ranges::count(name, '/') <= 1 && name.front() != '/' && name.back() != '/'
        && name.front() != '.' && name.find("/.") == std::string_view::npos
        && name.find("--") == std::string_view::npos;
}

/// Returns the string assigned to a top-level variable.
std::optional<std::string_view> valueOf(std::string_view variable, std::string_view source)
{
    for (std::size_t at = source.find(variable); at != std::string_view::npos;
         at = source.find(variable, at + 1)) {
        if (at > 0 && source[at - 1] != '\n')
            continue;
        const std::string_view rest = withoutSpace(source.substr(at + variable.size()));
        if (rest.starts_with('=') && !rest.starts_with("=="))
            return quoted(withoutSpace(rest.substr(1)));
    }
    return std::nullopt;
}

/// Returns the first argument of a call.
std::optional<std::string_view> nameAt(std::string_view arguments, std::string_view source)
{
    if (const auto text = quoted(arguments))
        return text;
    const std::string_view first = arguments.substr(0, arguments.find_first_of(",)"));
    const std::size_t dot = first.rfind('.'); // "self.model_name"
    const std::string_view variable = dot == std::string_view::npos ? first : first.substr(dot + 1);
    return isIdentifier(variable) ? valueOf(variable, source) : std::nullopt;
}

} // namespace

std::vector<std::string> pretrainedModels(std::string_view source)
{
    std::vector<std::string> names;
    for (std::size_t at = source.find(loading); at != std::string_view::npos;
         at = source.find(loading, at + 1)) {
        const auto name = nameAt(withoutSpace(source.substr(at + loading.size())), source);
        if (name && isModelName(*name) && std::ranges::find(names, *name) == names.end())
            names.emplace_back(*name);
    }
    return names;
}

} // namespace loupe
