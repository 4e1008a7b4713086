// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/platforms/build/nativebuild.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// The compiler that builds native candidates for NVIDIA GPUs, found once and recorded with each
/// run.
struct CudaToolchain {
    std::filesystem::path compiler;  ///< nvcc itself, behind scripts that start it
    std::filesystem::path root;      ///< of the toolkit it belongs to
    std::string version;             ///< "13.0.88"
    std::string architecture;        ///< "sm_90": of the device
    std::vector<std::string> flags;  ///< -O3 -std=c++20 …
    std::filesystem::path abiFolder; ///< holds loupe_kernel.h and loupe_cuda.h
};

/// nvcc in $CUDA_HOME/bin, the folders of $PATH or /usr/local/cuda/bin, in this order. Environment
/// error with what adds it.
Result<std::filesystem::path> findCudaCompiler();

/// The toolchain for a device of that compute capability ("9.0"). Environment where nvcc is
/// missing, does not work, or does not know the device.
Result<CudaToolchain> findCudaToolchain(const std::filesystem::path &abiFolder,
                                        const std::string &computeCapability);

/// buildNative() with nvcc (key also: compiler, version, flags, architecture).
Result<NativeBuild> buildForCuda(const std::string &source, const CudaToolchain &toolchain,
                                 const std::filesystem::path &cache, SandboxMode mode,
                                 const SubjectLimits &limits, std::stop_token stop);

} // namespace loupe
