// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace loupe {

/// Returns the folder next to a store with one subfolder for each generation or agent run.
std::filesystem::path spoolsOf(const std::filesystem::path &store);

/// Returns the subfolder that belongs to `place`: `prefix` and a digest of it.
std::filesystem::path spoolFor(const std::filesystem::path &store, const std::string &prefix,
                               const Json &place);
/// Creates the folder of all spools, accessible only to the user.
Status makeSpoolsOf(const std::filesystem::path &spool);

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

/// Reads saved requests with `parse`, which gets text, file and store. Fails as the first of them.
template <typename Request, typename Parse>
Result<std::vector<Request>> parsedRequests(const Result<std::vector<KeptRequest>> &kept,
                                            const std::filesystem::path &store, Parse parse)
{
    if (!kept)
        return kept.error();
    std::vector<Request> out;
    for (const KeptRequest &each : *kept) {
        auto request = parse(each.text, each.file, store);
        if (!request)
            return request.error();
        out.push_back(std::move(*request));
    }
    return out;
}

} // namespace loupe
