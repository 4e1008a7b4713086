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
    /// Whether a folder, by its path below the root, is looked into; empty: all are.
    std::function<bool(const std::filesystem::path &below)> enters = {};
    std::size_t maxEntries = 1'000'000;
    int maxDepth = 64; ///< folders within each other
    std::stop_token stop = {};
};

/// Something in a folder that is not read, and why.
struct NotWalked {
    std::filesystem::path path;
    std::string reason; ///< "is a link to …", "is a named pipe …", "cannot be listed: …"
};

struct FolderContent {
    std::vector<std::filesystem::path> files;   ///< regular files as "root/…", sorted
    std::vector<std::filesystem::path> folders; ///< below the root, sorted
    std::vector<NotWalked> refused;             ///< sorted by path
    bool isWhole = true;                        ///< false: `maxEntries` was reached
};

/// Everything below a folder that others filled. Links to folders are never followed. NotFound, Io
/// or InvalidInput when `root` itself is no folder that can be listed; Cancelled.
Result<FolderContent> walkFolder(const std::filesystem::path &root, const FolderWalk &walk = {});

} // namespace loupe
