// SPDX-License-Identifier: Apache-2.0
#include "core/generation/agents/agentkeys.h"

#include "core/base/asciicase.h"
#include "core/base/environment.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace loupe {

namespace {

constexpr std::size_t minValueLength = 8; // Shorter values could not be distinguished from other
                                          // text.
constexpr std::array<std::string_view, 5> keyWords{"key", "token", "secret", "password", "bearer"};
constexpr std::array<std::string_view, 4> keyBeginnings{"sk-", "ghp_", "hf_", "xai-"};

bool isPartOfValue(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) != 0
        || std::string_view("-_.+/=~").find(letter) != std::string_view::npos;
}

std::size_t valueLength(std::string_view text)
{
    const auto end = std::ranges::find_if_not(text, isPartOfValue);
    return static_cast<std::size_t>(end - text.begin());
}

/// Returns true if the text can be the value of a key: no path, option or variable name.
bool isValue(std::string_view text)
{
    if (!text.empty() && (text.front() == '"' || text.front() == '\''))
        text.remove_prefix(1);
    const std::string_view value = text.substr(0, valueLength(text));
    const bool isVariable = std::ranges::all_of(
        value, [](unsigned char letter) { return std::isupper(letter) != 0 || letter == '_'; });
    return value.size() >= minValueLength && value.front() != '/' && value.front() != '-'
        && !isVariable;
}

bool looksLikeKey(std::string_view word)
{
    for (const std::string_view beginning : keyBeginnings) {
        for (std::size_t at = word.find(beginning); at != std::string_view::npos;
             at = word.find(beginning, at + 1)) {
            const bool isBegin = at == 0 || !isPartOfValue(word[at - 1]) || word[at - 1] == '=';
            if (isBegin && valueLength(word.substr(at)) >= 2 * minValueLength)
                return true;
        }
    }
    return false;
}

/// Finds "API_KEY=…", "--token …" and "Bearer …" within a word, or at its end with the value in
/// `next`.
bool isNamedValue(std::string_view word, std::string_view next)
{
    const std::string plain = lowered(word);
    for (const std::string_view name : keyWords) {
        for (std::size_t at = plain.find(name); at != std::string::npos;
             at = plain.find(name, at + 1)) {
            const std::size_t end = at + name.size();
            if (end == plain.size())
                return isValue(next);
            const std::size_t value = word.find_first_not_of("=: ", end);
            if (value != end && value != std::string_view::npos && isValue(word.substr(value)))
                return true;
        }
    }
    return false;
}

bool isNameOfKey(std::string_view variable)
{
    const std::string plain = lowered(variable);
    return std::ranges::any_of(keyWords,
                               [&](std::string_view each) { return plain.ends_with(each); });
}

/// Returns the values of the agent's variables and of variables named like a key.
std::vector<std::string> valuesOf(const AgentCommand &command)
{
    std::vector<std::string> out;
    const auto add = [&](std::string value) {
        const bool isPlace = value.starts_with('/') || value.find("://") != std::string::npos;
        if (value.size() >= minValueLength && !isPlace)
            out.push_back(std::move(value));
    };
    for (const std::string &each : command.environment)
        add(environmentVariable(each.c_str()));
    for (char **each = environ; *each != nullptr; ++each) {
        const std::string_view variable(*each);
        const std::size_t end = variable.find('=');
        if (end != std::string_view::npos && isNameOfKey(variable.substr(0, end)))
            add(std::string(variable.substr(end + 1)));
    }
    return out;
}

} // namespace

bool mayHoldKey(const AgentCommand &command)
{
    const std::vector<std::string> values = valuesOf(command);
    for (std::size_t i = 0; i < command.argv.size(); ++i) {
        const std::string &word = command.argv[i];
        const std::string_view next
            = i + 1 < command.argv.size() ? std::string_view(command.argv[i + 1]) : "";
        if (looksLikeKey(word) || isNamedValue(word, next)
            || std::ranges::any_of(values, [&](const std::string &value) {
                   return word.find(value) != std::string::npos;
               }))
            return true;
    }
    return false;
}

} // namespace loupe
