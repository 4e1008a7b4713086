// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/suites/nativetask.h"

#include <filesystem>
#include <string>
#include <vector>

namespace loupe {

/// A folder of native tasks, read whole.
struct NativeSuite {
    std::string name = "native";
    std::filesystem::path folder;
    std::vector<NativeTask> tasks; ///< sorted by name
    std::string hash;              ///< over all task hashes
};

/// Reads every task below `folder`. All problems of all tasks are in the error's detail; a suite
/// with one bad task is refused whole.
Result<NativeSuite> readNativeSuite(const std::filesystem::path &folder);

} // namespace loupe
