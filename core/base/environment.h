// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace loupe {

/// The environment variable's value; empty when it is not set. Safe on any thread: nothing here
/// ever sets one.
std::string environmentVariable(const char *name);

/// Where this program keeps what the user chose: "kernelloupe" below XDG_CONFIG_HOME or
/// HOME/.config; empty where neither is set.
std::filesystem::path userConfigFolder();

} // namespace loupe
