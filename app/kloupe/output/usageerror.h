// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <optional>

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// Returns the innermost command that the user chose.
const CLI::App &chosenCommand(const CLI::App &app);

/// Returns an error of the command line. `where` is the command, as "suites list".
Error usage(const CLI::App &command, std::string message, std::string hint);

/// Returns the error for a word in the place of a command; nullopt if there is none. CLI11 does not
/// report such a word beside --help.
std::optional<Error> unknownCommandIn(const CLI::App &app);

/// Explains a parse error, with the nearest valid name as a hint. `where` is the command, as
/// "suites list".
Error usageErrorOf(const CLI::App &app, const CLI::ParseError &error);

} // namespace loupe::cli
