// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/build/nativebuild.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Compiler of native candidates for NVIDIA GPUs, found once and recorded with each run.
struct CudaToolchain {
    std::filesystem::path compiler;  ///< nvcc itself, not a script that starts it
    std::filesystem::path root;      ///< root of its toolkit
    std::string version;             ///< "13.0.88"
    std::string architecture;        ///< "sm_90", for the device
    std::vector<std::string> flags;  ///< -O3 -std=c++20 …
    std::filesystem::path abiFolder; ///< holds loupe_kernel.h and loupe_cuda.h
};

/// Places where findCudaProgram() looks, for messages.
inline constexpr const char *cudaProgramPlaces = "CUDA_HOME, PATH or /usr/local/cuda/bin";

/// Folder of the toolkit that is used if nothing names another one. Tests name one without
/// programs.
inline constexpr const char *usualToolkit = "/usr/local/cuda";

/// Finds a program of the CUDA Toolkit in a toolchain's own folder, if one is given, then in
/// $CUDA_HOME/bin, $PATH or the usual toolkit's bin, in this order; empty if there is none.
std::filesystem::path findCudaProgram(const std::string &name,
                                      const CudaToolchain *toolchain = nullptr,
                                      const std::filesystem::path &usual = usualToolkit);

/// Finds nvcc as findCudaProgram() does. Environment error with a remedy.
Result<std::filesystem::path> findCudaCompiler();

/// Finds compute-sanitizer as findCudaProgram() does. The result is the program itself, not a
/// script that starts it. Environment error with a remedy.
Result<std::filesystem::path> findSanitizer(const std::filesystem::path &usual = usualToolkit);

/// Returns whether a candidate in Python builds an extension with nvcc wherever it runs. One that
/// asks whether there is a GPU may do without.
bool needsCudaCompiler(std::string_view source);

/// Finds the toolchain for a compute capability ("9.0"). Environment error if nvcc is missing, does
/// not work, or does not support the device.
Result<CudaToolchain> findCudaToolchain(const std::filesystem::path &abiFolder,
                                        const std::string &computeCapability);

/// Calls buildNative() with nvcc (key also: compiler, version, flags, architecture).
Result<NativeBuild> buildForCuda(const std::string &source, const CudaToolchain &toolchain,
                                 const std::filesystem::path &cache, SandboxMode mode,
                                 const SubjectLimits &limits, std::stop_token stop);

} // namespace loupe
