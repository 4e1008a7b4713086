// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layout/pretrainedmodels.h"

#include "core/suites/text/pythonconstants.h"
#include "core/suites/text/pythontext.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <span>

namespace loupe {

namespace {

/// The hub's limit for the names of a model and its owner.
constexpr std::size_t maxNameLength = 2 * 96 + 1;

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

/// Returns the content of a plain string; empty for other text.
std::string_view contentOf(std::string_view text)
{
    const bool isPlain = text.size() > 2 && (text.front() == '"' || text.front() == '\'')
        && text.find(text.front(), 1) == text.size() - 1;
    return isPlain ? text.substr(1, text.size() - 2) : std::string_view();
}

/// Contents of strings that top-level variables are first assigned to; empty for other values.
using Texts = std::map<std::string, std::string_view>;

Texts textsOf(std::string_view source)
{
    Texts out;
    for (const PythonConstant &each : pythonConstants(source))
        out.emplace(each.name, contentOf(source.substr(each.begin, each.end - each.begin)));
    return out;
}

/// Returns the first argument of a call, if it is a string or a variable: "self.model_name".
std::string_view firstArgument(std::span<const PythonToken> arguments, const Texts &texts)
{
    if (arguments[0].kind == PythonToken::Kind::String)
        return contentOf(arguments[0].text);
    std::size_t at = 0;
    while (arguments[at].kind == PythonToken::Kind::Word && arguments[at + 1].is("."))
        at += 2;
    const bool isVariable = arguments[at].kind == PythonToken::Kind::Word
        && (arguments[at + 1].is(",") || arguments[at + 1].is(")"));
    const auto found = isVariable ? texts.find(std::string(arguments[at].text)) : texts.end();
    return found == texts.end() ? std::string_view() : found->second;
}

} // namespace

std::vector<std::string> pretrainedModels(std::string_view source)
{
    if (source.find("from_pretrained") == std::string_view::npos)
        return {};
    std::vector<std::string> names;
    std::set<std::string_view> seen;
    const Texts texts = textsOf(source);
    const std::vector<PythonToken> tokens = pythonTokens(source);
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
        if (!tokens[i].is("from_pretrained") || !tokens[i + 1].is("("))
            continue;
        const std::string_view name = firstArgument(std::span(tokens).subspan(i + 2), texts);
        if (isModelName(name) && seen.insert(name).second)
            names.emplace_back(name);
    }
    return names;
}

} // namespace loupe
