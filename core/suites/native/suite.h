// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/suites/native/nativetask.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// Folder of native tasks, fully read.
struct NativeSuite {
    std::string name = "native";
    std::filesystem::path folder;
    std::vector<NativeTask> tasks; ///< sorted by name
    std::string hash;              ///< over all task hashes
};

/// Reads every task below `folder`. The error's detail lists all problems of all tasks; one bad
/// task invalidates the suite.
Result<NativeSuite> readNativeSuite(const std::filesystem::path &folder);

} // namespace loupe
