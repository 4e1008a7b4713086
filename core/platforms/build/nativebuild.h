// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/verdict/diagnostic.h"
#include "core/model/verdict/verdict.h"
#include "core/platforms/build/buildcache.h"
#include "core/sandbox/system/limits.h"
#include "core/sandbox/system/sandboxmode.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// Command of a compiler. It runs in the source's folder, where the source is `sourceName` and the
/// output libraryName.
struct NativeCompiler {
    static constexpr const char *libraryName = "candidate.so";

    std::string sourceName;                      ///< "candidate.cu"
    std::vector<std::string> command;            ///< compiler and arguments
    std::string searchPath = "/usr/bin:/bin";    ///< its PATH
    std::vector<std::filesystem::path> readable; ///< in addition to the system folders
    std::filesystem::path abiFolder;             ///< holds loupe_kernel.h
    std::vector<std::string> headers;            ///< files of abiFolder that are part of the key
    Json identity;                ///< other parts of the key: versions, flags, targets
    std::int64_t memoryBytes = 0; ///< per process of the compiler
};

/// Compiles one native source into a shared library, in the sandbox, or takes it from the
/// content-addressed `cache` folder (key: source, headers, identity). Failures of the source are
/// verdicts in the value; an Error is an infrastructure failure. If the cache cannot be written,
/// the build lives as long as the value.
Result<NativeBuild> buildNative(const std::string &source, const NativeCompiler &compiler,
                                const std::filesystem::path &cache, SandboxMode mode,
                                const SubjectLimits &limits, std::stop_token stop);

} // namespace loupe
