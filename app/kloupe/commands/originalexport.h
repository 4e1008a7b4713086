// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/output/console.h"

#include <filesystem>
#include <string>

namespace loupe::cli {

/// Implements `kloupe export --original RUN`: writes the files that a run was imported from.
ExitCode exportOriginal(const std::filesystem::path &store, const std::string &run,
                        const std::filesystem::path &folder, const Console &console);

} // namespace loupe::cli
