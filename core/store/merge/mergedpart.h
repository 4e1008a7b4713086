// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// What one of the merged stores brought.
struct MergedPart {
    std::filesystem::path file;
    std::int64_t runs = 0;        ///< that no store before it had
    std::int64_t sharedRuns = 0;  ///< that one before it had, too
    std::int64_t evaluations = 0; ///< that were new
    std::int64_t known = 0;       ///< that one before it had, too
    std::vector<std::string>
        renamed; ///< runs, views and presets whose name was taken: "a is now a (2)"
};

} // namespace loupe
