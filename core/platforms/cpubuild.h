// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/diagnostic.h"
#include "core/model/verdict.h"
#include "core/sandbox/limits.h"
#include "core/sandbox/sandboxmode.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// The compiler that builds native candidates, found once and recorded with each run.
struct CpuToolchain {
    std::filesystem::path compiler;  ///< g++ or clang++
    std::string version;             ///< first line of --version
    std::vector<std::string> flags;  ///< -O3 -march=native …
    std::filesystem::path abiFolder; ///< holds loupe_kernel.h
    std::string targetCpu;           ///< what -march=native means here; part of the cache key
};

/// $CXX, g++, clang++, in this order. Environment error with the package to install.
Result<CpuToolchain> findCpuToolchain(const std::filesystem::path &abiFolder);

struct CpuBuild {
    Verdict verdict = Verdict::Correct; ///< or a NoBuild verdict
    std::string message;
    std::filesystem::path library; ///< in the cache; empty when it failed
    std::string log;               ///< compiler output, bounded
    std::vector<Diagnostic> diagnostics;
    double milliseconds = 0;
    bool fromCache = false;
};

/// Compiles one native source into a shared library, in the sandbox, or takes it from the
/// content-addressed `cache` folder (key: source, ABI header, compiler, version, flags, CPU).
/// Failures of the source are verdicts in the value; an Error is a failure of the machinery.
Result<CpuBuild> buildForCpu(const std::string &source, const CpuToolchain &toolchain,
                             const std::filesystem::path &cache, SandboxMode mode,
                             const SubjectLimits &limits, std::stop_token stop);

} // namespace loupe
