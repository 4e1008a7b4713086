// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/model/diagnostic.h"
#include "core/model/verdict.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// What became of compiling one native source.
struct NativeBuild {
    Verdict verdict = Verdict::Correct; ///< or a NoBuild verdict
    std::string message;
    std::filesystem::path library; ///< in the cache, else in `folder`; empty when it failed
    /// Where the cache could not keep the build, it has it; gone with the last copy of this.
    std::shared_ptr<const TemporaryFolder> folder;
    std::string cacheProblem; ///< why the cache could not; empty: it has it
    std::string log;          ///< compiler output, bounded
    std::vector<Diagnostic> diagnostics;
    double milliseconds = 0;
    bool fromCache = false;
};

} // namespace loupe
