// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace loupe {

/// Returns the folder next to a store with one subfolder for each generation or agent run.
std::filesystem::path spoolsOf(const std::filesystem::path &store);

/// Returns the absolute path; empty for an empty one.
std::string wholePath(const std::filesystem::path &path);

/// Saved request of a run.
struct KeptRequest {
    std::filesystem::path file;
    std::string text;
};

/// Deletes the saved request `name` of a run that has ended, and its folder if that becomes empty.
Status dropKeptRequest(const std::filesystem::path &folder, const char *name);

/// Returns a store's saved requests of this file name, newest first; empty if there are none. Skips
/// folders for which `isAtWork` returns true. InvalidInput or Io with the name of a file that is
/// too large or not a regular file.
Result<std::vector<KeptRequest>>
keptRequests(const std::filesystem::path &store, const char *name,
             const std::function<bool(const std::filesystem::path &folder)> &isAtWork = {});

} // namespace loupe
