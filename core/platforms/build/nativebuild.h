// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/diagnostic.h"
#include "core/model/verdict.h"
#include "core/platforms/build/builtlibrary.h"
#include "core/sandbox/limits.h"
#include "core/sandbox/sandboxmode.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// How a compiler is started on a source that lies in its working directory under `sourceName`, and
/// leaves libraryName there.
struct NativeCompiler {
    static constexpr const char *libraryName = "candidate.so";

    std::string sourceName;                      ///< "candidate.cu"
    std::vector<std::string> command;            ///< compiler and arguments
    std::string searchPath = "/usr/bin:/bin";    ///< its PATH
    std::vector<std::filesystem::path> readable; ///< besides the system's folders
    std::filesystem::path abiFolder;             ///< holds loupe_kernel.h
    std::vector<std::string> headers; ///< of abiFolder, whose text decides the outcome too
    Json identity;                    ///< whatever else decides it: versions, flags, targets
    std::int64_t memoryBytes = 0;     ///< of each process of the compiler
};

/// Compiles one native source into a shared library, in the sandbox, or takes it from the
/// content-addressed `cache` folder (key: source, headers, identity). Failures of the source are
/// verdicts in the value; an Error is a failure of the machinery. A cache that cannot be written is
/// none of these: the build then lives as long as the value.
Result<NativeBuild> buildNative(const std::string &source, const NativeCompiler &compiler,
                                const std::filesystem::path &cache, SandboxMode mode,
                                const SubjectLimits &limits, std::stop_token stop);

} // namespace loupe
