// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>

namespace loupe {

/// Returns the environment variable's value; empty if unset. Thread-safe, because this program
/// never sets one.
std::string environmentVariable(const char *name);

/// Returns the environment variable's value; null if unset, unlike one that is set to nothing.
/// Thread-safe like environmentVariable().
std::optional<std::string> variableIfSet(const char *name);
/// Copies each of these environment variables that is set into a child's environment.
void passVariables(std::initializer_list<const char *> names,
                   std::map<std::string, std::string> &environment);

/// Returns the folder of the user's settings: "kernelloupe" below XDG_CONFIG_HOME or HOME/.config.
/// Empty if neither is set.
std::filesystem::path userConfigFolder();

} // namespace loupe
