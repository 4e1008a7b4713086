// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace loupe::cli {

struct ListedOption {
    std::vector<std::string> names; ///< "-o", "--output"; of an argument "STORE"
    std::string shown;              ///< as the help shows it: "-o,--output FILE"
    std::string text;               ///< one line
    bool takesValue = false;
    std::vector<std::string> choices; ///< allowed values; empty: any
};

/// Command as the help describes it, for manual pages and for completion by shells.
struct ListedCommand {
    std::string path;  ///< "kloupe suites list"
    std::string usage; ///< "kloupe suites list [STORE] [OPTIONS]"
    std::string text;  ///< one line
    std::vector<ListedOption> arguments;
    std::vector<ListedOption> options;
    std::vector<ListedOption> inherited; ///< options of the commands above it
    std::vector<std::string> commands;   ///< names of the commands below it

    std::string name() const { return path.substr(path.rfind(' ') + 1); }
    /// Returns its own and its inherited options.
    std::vector<ListedOption> allOptions() const;
};

/// Lists the program and all its commands, each before the commands below it. Leaves hidden
/// commands out.
std::vector<ListedCommand> listedCommands(const CLI::App &app);

} // namespace loupe::cli
