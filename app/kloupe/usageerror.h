// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// The command that the words chose: the innermost one.
const CLI::App &chosenCommand(const CLI::App &app);

/// A command line that a command does not understand; `where` is the command, as "suites list".
Error usage(const CLI::App &command, std::string message, std::string hint);

/// What is wrong with a command line, in words, with the nearest of what it could have been.
/// `where` is the command, as "suites list".
Error usageErrorOf(const CLI::App &app, const CLI::ParseError &error);

} // namespace loupe::cli
