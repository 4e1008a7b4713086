// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/suites/benchmark.h"

#include <filesystem>

namespace loupe {

/// Where a suite of the TritonBench family keeps its list and its tasks' files.
struct SeparatedSuite {
    std::filesystem::path
        metadata;                ///< beside `files`: JSON array or JSON lines, an object per task
    std::filesystem::path files; ///< the folder the field "file" is relative to
    bool hasCategories = false;  ///< "file" is "Category/stem.py" instead of "stem.py"
};

/// Reads every task of the list: reference and test from its file, numbers from its object. An
/// object that cannot be parsed, a name out of the folder or listed twice, a missing file and a
/// file without separator are problems with their line. Sets `unlisted`, but no protocol and no
/// defects.
void readSeparatedSuite(const SeparatedSuite &suite, Benchmark &benchmark);

} // namespace loupe
