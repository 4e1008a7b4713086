// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// GPU as NVML describes it. Unknown values are null.
struct GpuDevice {
    unsigned index = 0; ///< NVML's index, independent of CUDA_VISIBLE_DEVICES
    std::string name;
    std::string uuid;
    std::string capability; ///< "9.0"
    std::optional<std::uint64_t> memoryBytes;
    std::optional<std::uint64_t> freeBytes;
    std::optional<bool> isPartitioned; ///< MIG mode
    std::optional<bool> isPersistent;  ///< the driver stays loaded while the GPU is idle
    std::optional<double> powerLimitW;
    std::optional<unsigned> smClockMhz;
    std::optional<unsigned> maxSmClockMhz;
    std::optional<unsigned> memoryClockMhz;
    std::optional<unsigned> maxMemoryClockMhz;
    std::vector<unsigned> processes; ///< process IDs of compute processes on it
};

Json toJson(const GpuDevice &device);

/// Returns the version of NVIDIA's driver; empty without NVML.
std::string gpuDriverVersion();

/// Returns all GPUs of this machine. Without NVML, returns Environment with the reason.
Result<std::vector<GpuDevice>> gpuDevices();

/// Returns the GPU that is "cuda:1" in this process's environment; nullopt if NVML does not know
/// it.
std::optional<GpuDevice> gpuDevice(const std::string &device);

/// Returns whether NVML still reaches that GPU. False if it fell off the bus, was removed, or NVML
/// is missing.
bool gpuAnswers(const std::string &device);

} // namespace loupe
