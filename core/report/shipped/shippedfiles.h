// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// The folder share/kernelloupe/`name` beside the installation, else the one in the source tree.
/// NotFound says that `what` ("the figures") is missing, and `help`.
Result<std::filesystem::path> findShippedFolder(const std::string &name,
                                                const std::filesystem::path &inSources,
                                                const std::string &what, const std::string &help);

/// The *.json files of a folder, by name.
Result<std::vector<std::filesystem::path>> jsonFilesIn(const std::filesystem::path &folder);

} // namespace loupe
