// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/kloupe/console.h"
#include "core/suites/suitelayout.h"

#include <filesystem>
#include <optional>
#include <string>

namespace loupe::cli {

/// `kloupe suites add`: reads the folder and notes its suites under their names, or under `given`.
ExitCode addSuite(const std::filesystem::path &folder, std::optional<SuiteLayout> layout,
                  const std::string &given, const Console &console);
/// `kloupe suites remove`: forgets the name; the folder stays.
ExitCode removeSuite(const std::string &name, const Console &console);
/// `kloupe suites names`: the names that were added.
ExitCode listSuiteNames(const Console &console);

} // namespace loupe::cli
