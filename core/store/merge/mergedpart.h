// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// The contribution of one of the merged stores.
struct MergedPart {
    std::filesystem::path file;
    std::int64_t runs = 0;            ///< new runs
    std::int64_t sharedRuns = 0;      ///< runs that an earlier store also had
    std::int64_t evaluations = 0;     ///< new evaluations
    std::int64_t known = 0;           ///< evaluations that an earlier store also had
    std::vector<std::string> renamed; ///< runs, views and presets with a new name, because theirs
                                      ///< was taken: "a is now a (2)"
};

} // namespace loupe
