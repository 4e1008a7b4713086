// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/suites/layout/benchmark.h"

#include <filesystem>

namespace loupe {

/// Paths of a TritonBench-like suite: its list and its tasks' files.
struct SeparatedSuite {
    std::filesystem::path
        metadata;                ///< next to `files`: JSON array or JSON lines, an object per task
    std::filesystem::path files; ///< folder that the field "file" is relative to
    bool hasCategories = false;  ///< "file" is "Category/stem.py" instead of "stem.py"
};

/// Reads every task of the list: reference and test from its file, numbers from its object.
/// Reported as problems with their line: an object that cannot be parsed, a path out of the folder
/// or listed twice, a missing file, a file without separator. Sets `unlisted`, but neither protocol
/// nor defects.
void readSeparatedSuite(const SeparatedSuite &suite, Benchmark &benchmark);

} // namespace loupe
