// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// Returns the absolute path of a program, found as a shell does; empty if there is none.
std::filesystem::path findProgram(const std::string &name);

/// Returns the output of a query to the user's compiler. Environment error with the hint `fix` if
/// it fails.
Result<std::string> outputOf(const std::filesystem::path &program,
                             const std::vector<std::string> &arguments, const std::string &fix);

} // namespace loupe
