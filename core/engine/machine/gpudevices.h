// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
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

/// GPU that a candidate may see on a machine with several.
struct GpuView {
    /// UUID for CUDA_VISIBLE_DEVICES; an index would count the visible devices only.
    std::string uuid;
    std::vector<std::filesystem::path> hidden; ///< device files of the other GPUs
};

/// Returns the view of "cuda:1" in this process's environment. Null with a single GPU, or if NVML
/// does not know its UUID and device file: then a candidate sees all files.
std::optional<GpuView> gpuView(const std::string &device);

/// Returns those of `names` (in /dev) that belong to GPUs with another number: "nvidia1" for 0, but
/// not "nvidiactl".
std::vector<std::string> otherGpuFiles(std::span<const std::string> names, unsigned number);

} // namespace loupe
