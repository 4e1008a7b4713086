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

/// Returns the recorded store of the demo that is installed with the program. It must not be opened
/// there, because SQLite writes files next to a store: copyDemoStore() copies it. Fails with
/// NotFound if it is not installed.
Result<std::filesystem::path> findDemoStore();

/// Copies that store byte for byte to a new file, complete or not at all. Fails with InvalidInput
/// if `target` exists.
Status copyDemoStore(const std::filesystem::path &target);

} // namespace loupe
