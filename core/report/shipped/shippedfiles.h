// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// Returns the installed folder share/kernelloupe/`name`, else the one in the source tree. Fails
/// with NotFound, naming `what` ("the figures") and `help`.
Result<std::filesystem::path> findShippedFolder(const std::string &name,
                                                const std::filesystem::path &inSources,
                                                const std::string &what, const std::string &help);

/// Returns the *.json files of a folder, by name.
Result<std::vector<std::filesystem::path>> jsonFilesIn(const std::filesystem::path &folder);

} // namespace loupe
