// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/request/runrequest.h"

#include <string>

#include <CLI/CLI.hpp>

namespace loupe::cli {

/// Number of precisions that a command can judge in.
enum class Precisions { One, Several };

/// Adds --precision.
CLI::Option *addPrecision(CLI::App &command, PythonRequest &python, Precisions most,
                          const std::string &help);

} // namespace loupe::cli
