// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace loupe {

/// Prefix of all group names; the number of the creating process follows.
inline constexpr const char *groupPrefix = "kloupe-";

/// Folders for new control groups, found by trying. Version 2 has one folder for all limits;
/// version 1 one for memory and one for processes.
struct GroupFolders {
    bool isUnified = false;
    std::filesystem::path memory;    ///< parent folder of new groups
    std::filesystem::path processes; ///< same for process limits; the same folder in version 2
    std::string how;                 ///< "version 2, in /user.slice/…"
};

/// Returns the content of a kernel file; empty if it cannot be read.
std::string groupText(const std::filesystem::path &file);

/// Writes to a kernel file with a single write, whose result reports whether the kernel accepts the
/// value.
Status writeToGroup(const std::filesystem::path &file, const std::string &text);

} // namespace loupe
