// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// State of a GPU at one moment, from NVML. Unknown values are null.
struct GpuState {
    std::optional<unsigned> smClockMhz;
    std::optional<unsigned> memoryClockMhz;
    std::optional<unsigned> maxSmClockMhz;
    std::optional<unsigned> temperatureC;
    std::optional<double> powerW;
    std::optional<std::uint64_t> throttleReasons; ///< bit mask of NVML
    std::vector<unsigned> otherProcesses;         ///< compute processes of others

    /// Returns whether its power limit, temperature or supply slowed it.
    bool isThrottled() const;
};

Json toJson(const GpuState &state);

/// Reads the state of "cuda:1", as CUDA_VISIBLE_DEVICES numbers it; nullopt without NVML or such a
/// device. Processes that this one started are not among the others.
std::optional<GpuState> readGpuState(const std::string &device);

/// Returns the index or UUID of `device` for NVML: the entry of CUDA_VISIBLE_DEVICES (`visible`) at
/// its index. If the variable is unset, it is the index itself. Empty if there is no such entry: a
/// variable set to nothing hides all devices.
std::string visibleDevice(const std::string &device, const std::optional<std::string> &visible);

} // namespace loupe
