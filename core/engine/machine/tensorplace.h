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

/// Where the tensors of a run travel between reference, candidate and judge. Decided once, when the
/// run starts, and recorded with it.
struct TensorPlace {
    std::string memory{hostMemory}; ///< "host", or the device
    std::string reason;             ///< why a run on a GPU sends them through the host's memory
    /// Free on the device when the run started; 0 where they go through the host's memory.
    std::int64_t deviceBytes = 0;
    std::int64_t totalBytes = 0; ///< of the device, whoever holds them; 0 likewise

    /// Of what others held when the run started, in bytes; contexts of our own are not counted.
    std::int64_t heldByOthers() const;
    bool isOnDevice() const { return memory != hostMemory; }
};

/// On the device where it is a GPU, torch was built for CUDA, and the judge (asked only then) can
/// compare there.
TensorPlace placeFor(const PythonEnvironment &python, const std::string &device,
                     const std::optional<DeviceCapability> &judge);

/// Asks a judge. Errors are those of starting it.
Result<TensorPlace> chooseTensorPlace(const PythonEnvironment &python, const std::string &device,
                                      const std::filesystem::path &judgeProgram,
                                      const std::map<std::string, std::string> &visible,
                                      std::stop_token stop);

} // namespace loupe
