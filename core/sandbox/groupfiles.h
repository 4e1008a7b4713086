// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace loupe {

/// Of the names of all groups, behind which the number of their process stands.
inline constexpr const char *groupPrefix = "kloupe-";

/// Where control groups can be made, found by trying. Version 2: one folder for all that is
/// limited; version 1: one for memory, one for processes.
struct GroupPlace {
    bool isUnified = false;
    std::filesystem::path memory;    ///< new groups go below it
    std::filesystem::path processes; ///< as before; the same folder in version 2
    std::string how;                 ///< "version 2, in /user.slice/…"
};

/// All that a file of the kernel says; empty where it cannot be read.
std::string groupText(const std::filesystem::path &file);

/// Kernel files take one write and say by it whether they like it.
Status writeToGroup(const std::filesystem::path &file, const std::string &text);

} // namespace loupe
