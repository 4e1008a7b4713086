// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace loupe {

/// The folder beside a store that has one for each run that asks models, or starts agents.
std::filesystem::path spoolsOf(const std::filesystem::path &store);

/// As it can be found from wherever it is read; empty for an empty one.
std::string wholePath(const std::filesystem::path &path);

/// What a run was asked to do, as it was written down.
struct KeptRequest {
    std::filesystem::path file;
    std::string text;
};

/// Those of this file name that lie with a store, the one written last at the front; empty where
/// there is none. Folders that `isAtWork` says so of are passed over. InvalidInput or Io with the
/// name of a file that is too large or no plain file: what is paid for lies beside it.
Result<std::vector<KeptRequest>>
keptRequests(const std::filesystem::path &store, const char *name,
             const std::function<bool(const std::filesystem::path &folder)> &isAtWork = {});

} // namespace loupe
