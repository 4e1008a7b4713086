// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// Refuses what is no whole number from `least` to `most`, and says so in words.
CLI::Validator wholeNumber(std::int64_t least, std::int64_t most = INT64_MAX);
/// Refuses what is no number from `least` to `most`: no infinity, nothing that is not a number.
CLI::Validator number(double least, double most);
/// The same for a number of seconds, gigabytes and the like: above 0, up to `most`.
CLI::Validator numberAboveZero(double most);

/// Refuses what is none of these words and names the nearest. Upper and lower case are the same:
/// use it with transform(), so that the command gets the word as it is written here.
CLI::Validator oneOf(const std::vector<std::string> &words);

/// An option that takes one of some words, each for a value.
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
