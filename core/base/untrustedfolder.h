// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/untrustedfile.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

struct FolderWalk {
    /// With `Within`, a link to a regular file below the folder counts as that file.
    FolderLinks links = FolderLinks::Refused;
    /// Predicate on a folder's path below the root; false skips the folder. Empty: all are entered.
    std::function<bool(const std::filesystem::path &below)> enters = {};
    std::size_t maxEntries = 1'000'000;
    int maxDepth = 64; ///< nesting of folders
    std::stop_token stop = {};
};

/// Entry that is not read, with the reason.
struct NotWalked {
    std::filesystem::path path;
    std::string reason; ///< "is a link to …", "is a named pipe …", "cannot be listed: …"
};

struct FolderContent {
    std::vector<std::filesystem::path> files;   ///< regular files as "root/…", sorted
    std::vector<std::filesystem::path> folders; ///< below the root, sorted
    std::vector<NotWalked> refused;             ///< sorted by path
    bool isWhole = true;                        ///< false if `maxEntries` was reached
};

/// Lists everything below a folder of untrusted content. Links to folders are never followed.
/// NotFound, Io or InvalidInput if `root` itself is no folder that can be listed; Cancelled.
Result<FolderContent> walkFolder(const std::filesystem::path &root, const FolderWalk &walk = {});

} // namespace loupe
