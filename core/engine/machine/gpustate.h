// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// How a GPU stands at one moment, as NVML says. What it does not say is missing.
struct GpuState {
    std::optional<unsigned> smClockMhz;
    std::optional<unsigned> memoryClockMhz;
    std::optional<unsigned> maxSmClockMhz;
    std::optional<unsigned> temperatureC;
    std::optional<double> powerW;
    std::optional<std::uint64_t> throttleReasons; ///< NVML's bits
    std::vector<unsigned> otherProcesses;         ///< that compute on it and are not ours

    /// Whether it was slowed by its power limit, its temperature or its supply.
    bool isThrottled() const;
};

Json toJson(const GpuState &state);

/// Asks NVML about "cuda:1", which CUDA_VISIBLE_DEVICES may make another than the second; nullopt
/// where there is no NVML or no such device. Processes that were started by this one are ours.
std::optional<GpuState> readGpuState(const std::string &device);

/// The number or UUID that NVML knows the device by: the entry of CUDA_VISIBLE_DEVICES that
/// "cuda:1" stands for, "1" without one; empty when there is no such entry.
std::string visibleDevice(const std::string &device, const std::string &visible);

} // namespace loupe
