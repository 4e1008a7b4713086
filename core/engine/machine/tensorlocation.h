// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/devicecomparer.h"
#include "core/platforms/python/pythonhost.h"

#include <filesystem>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

namespace loupe {

/// Memory that passes tensors between reference, candidate and checker. Chosen at the start of a
/// run and stored with it.
struct TensorLocation {
    std::string memory{hostMemory}; ///< "host", or the device
    std::string reason;             ///< why a run on a GPU uses host memory
    /// Free bytes of the device at the start of the run; 0 in host memory.
    std::int64_t deviceBytes = 0;
    std::int64_t totalBytes = 0; ///< total bytes of the device; 0 in host memory

    /// Returns the bytes held by others at the start of the run, without the checker's context.
    std::int64_t heldByOthers() const;
    bool isOnDevice() const { return memory != hostMemory; }
};

/// Chooses the device if it is a GPU, torch was built for CUDA, and the checker can compare there.
TensorLocation placeFor(const PythonEnvironment &python, const std::string &device,
                        const std::optional<DeviceCapability> &judge);

/// Asks a judge process, if necessary. Errors are those of starting it.
Result<TensorLocation> chooseTensorLocation(const PythonEnvironment &python,
                                            const std::string &device,
                                            const std::filesystem::path &judgeProgram,
                                            const std::map<std::string, std::string> &visible,
                                            std::stop_token stop);

} // namespace loupe
