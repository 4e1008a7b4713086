// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// Returns a check for whole numbers from `least` to `most`.
CLI::Validator wholeNumber(std::int64_t least, std::int64_t most = INT64_MAX);
/// Returns a check for finite numbers from `least` to `most`.
CLI::Validator number(double least, double most);
/// Returns a check for numbers above 0 and up to `most`, such as seconds or gigabytes.
CLI::Validator numberAboveZero(double most);

/// Returns a check for one of these words; its error names the nearest. Ignores case: use it with
/// transform(), so that the command gets the spelling given here.
CLI::Validator oneOf(const std::vector<std::string> &words);

/// Returns an error as one sentence with its hint, for an option that it is about.
std::string refusalText(const Error &error);

/// Adds an option whose words each select a value.
template <typename Chosen, typename Value>
CLI::Option *addChoice(CLI::App &command, const std::string &names, Chosen &chosen,
                       const std::map<std::string, Value> &choices, const std::string &help)
{
    std::vector<std::string> words;
    words.reserve(choices.size());
    for (const auto &[word, value] : choices)
        words.push_back(word);
    return command
        .add_option_function<std::string>(
            names, [&chosen, choices](const std::string &word) { chosen = choices.at(word); }, help)
        ->transform(oneOf(words));
}

} // namespace loupe::cli
