// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/platforms/build/nativebuild.h"
#include "core/sandbox/system/limits.h"
#include "core/sandbox/system/sandboxmode.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// C++ compiler of native candidates, found once and recorded with each run.
struct CpuToolchain {
    std::filesystem::path compiler;  ///< g++ or clang++
    std::string version;             ///< first line of --version
    std::vector<std::string> flags;  ///< -O3 -march=native …
    std::filesystem::path abiFolder; ///< holds loupe_kernel.h
    std::string targetCpu; ///< meaning of -march=native on this machine; part of the cache key
};

/// Finds $CXX, g++ or clang++, in this order. Environment error with the package to install.
Result<CpuToolchain> findCpuToolchain(const std::filesystem::path &abiFolder);

/// Calls buildNative() with the C++ compiler (key also: compiler, version, flags, CPU).
Result<NativeBuild> buildForCpu(const std::string &source, const CpuToolchain &toolchain,
                                const std::filesystem::path &cache, SandboxMode mode,
                                const SubjectLimits &limits, std::stop_token stop);

} // namespace loupe
