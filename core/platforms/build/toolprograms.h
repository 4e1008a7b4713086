// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// The absolute path of a program named like in a shell; empty when there is none.
std::filesystem::path findProgram(const std::string &name);

/// What a compiler of the user's prints when it is asked about itself. Environment when it does not
/// work, with `fix` as what to do.
Result<std::string> outputOf(const std::filesystem::path &program,
                             const std::vector<std::string> &arguments, const std::string &fix);

} // namespace loupe
