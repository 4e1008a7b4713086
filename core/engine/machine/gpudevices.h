// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// One GPU as NVML knows it. What it does not say is missing.
struct GpuDevice {
    unsigned index = 0; ///< NVML's, which CUDA_VISIBLE_DEVICES does not change
    std::string name;
    std::string uuid;
    std::string capability; ///< "9.0"
    std::optional<std::uint64_t> memoryBytes;
    std::optional<std::uint64_t> freeBytes;
    std::optional<bool> isPartitioned; ///< MIG mode
    std::optional<bool> isPersistent;  ///< the driver stays loaded while nobody uses the GPU
    std::optional<double> powerLimitW;
    std::optional<unsigned> smClockMhz;
    std::optional<unsigned> maxSmClockMhz;
    std::optional<unsigned> memoryClockMhz;
    std::optional<unsigned> maxMemoryClockMhz;
    std::vector<unsigned> processes; ///< that compute on it
};

Json toJson(const GpuDevice &device);

/// Version of NVIDIA's driver; empty where NVML is not there.
std::string gpuDriverVersion();

/// All GPUs of this machine. Environment when NVML is not there, with the reason.
Result<std::vector<GpuDevice>> gpuDevices();

/// The GPU that "cuda:1" stands for in this process's environment; nullopt where NVML does not know
/// it.
std::optional<GpuDevice> gpuDevice(const std::string &device);

/// Whether NVML still reaches that GPU: not where it has fallen off the bus, was taken away, or
/// where there is no NVML.
bool gpuAnswers(const std::string &device);

} // namespace loupe
