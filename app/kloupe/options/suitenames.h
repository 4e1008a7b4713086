// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/output/console.h"
#include "core/suites/layout/suitelayout.h"

#include <filesystem>
#include <optional>
#include <string>

namespace loupe::cli {

/// Implements `kloupe suites add`: reads the folder and registers its suites under their names, or
/// under `given`.
ExitCode addSuite(const std::filesystem::path &folder, std::optional<SuiteLayout> layout,
                  const std::string &given, const Console &console);
/// Implements `kloupe suites remove`: removes the name and keeps the folder.
ExitCode removeSuite(const std::string &name, const Console &console);
/// Implements `kloupe suites names`: lists the registered names.
ExitCode listSuiteNames(const Console &console);

} // namespace loupe::cli
