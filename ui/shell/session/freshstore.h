// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace loupe::ui {

/// Returns "NAME.kloupe" in the folder, or "NAME-2.kloupe" and so on if that exists.
std::filesystem::path freshStore(const std::filesystem::path &folder, const std::string &name);

/// Returns a name for a store with the records of this file or folder: its own up to the first dot.
/// Returns "imported" for an empty path.
std::string storeNameFor(const std::filesystem::path &source);

} // namespace loupe::ui
