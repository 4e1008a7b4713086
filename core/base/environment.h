// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace loupe {

/// Returns the environment variable's value; empty if unset. Thread-safe, because this program
/// never sets one.
std::string environmentVariable(const char *name);

/// Returns the folder of the user's settings: "kernelloupe" below XDG_CONFIG_HOME or HOME/.config.
/// Empty if neither is set.
std::filesystem::path userConfigFolder();

} // namespace loupe
