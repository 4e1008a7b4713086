// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/model/verdict/diagnostic.h"
#include "core/model/verdict/verdict.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// Outcome of compiling one native source.
struct NativeBuild {
    Verdict verdict = Verdict::Correct; ///< or a NoBuild verdict
    std::string message;
    std::filesystem::path library; ///< in the cache, else in `folder`; empty if the build failed
    /// Holds the library if the cache could not store it; removed with the last copy.
    std::shared_ptr<const TemporaryFolder> folder;
    std::string cacheProblem; ///< why the cache could not store it; empty on success
    std::string log;          ///< compiler output, bounded
    std::vector<Diagnostic> diagnostics;
    double milliseconds = 0;
    bool fromCache = false;
};

} // namespace loupe
