// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace loupe {

// NVML's own declarations, of which its header is not needed to build: nvml.h, API version 2 and 3.
using NvmlDevice = void *;
inline constexpr int nvmlSuccess = 0;

struct NvmlProcess {
    unsigned pid;
    unsigned long long usedBytes;
    unsigned gpuInstance;
    unsigned computeInstance;
};

struct NvmlMemory {
    unsigned long long total;
    unsigned long long free;
    unsigned long long used;
};

/// The library of the driver as found on this machine. What a driver does not have is null.
struct Nvml {
    int (*init)() = nullptr;
    int (*driverVersion)(char *, unsigned) = nullptr;
    int (*count)(unsigned *) = nullptr;
    int (*byIndex)(unsigned, NvmlDevice *) = nullptr;
    int (*byUuid)(const char *, NvmlDevice *) = nullptr;
    int (*name)(NvmlDevice, char *, unsigned) = nullptr;
    int (*uuid)(NvmlDevice, char *, unsigned) = nullptr;
    int (*minorNumber)(NvmlDevice, unsigned *) = nullptr;
    int (*capability)(NvmlDevice, int *, int *) = nullptr;
    int (*memory)(NvmlDevice, NvmlMemory *) = nullptr;
    int (*migMode)(NvmlDevice, unsigned *, unsigned *) = nullptr;
    int (*persistence)(NvmlDevice, unsigned *) = nullptr;
    int (*powerLimit)(NvmlDevice, unsigned *) = nullptr;
    int (*clock)(NvmlDevice, int, unsigned *) = nullptr;
    int (*maxClock)(NvmlDevice, int, unsigned *) = nullptr;
    int (*temperature)(NvmlDevice, int, unsigned *) = nullptr;
    int (*power)(NvmlDevice, unsigned *) = nullptr;
    int (*reasons)(NvmlDevice, unsigned long long *) = nullptr;
    int (*processes)(NvmlDevice, unsigned *, NvmlProcess *) = nullptr;
    bool isReady = false; ///< found and started
    std::string problem;  ///< why not
};

/// Loaded and started once; never shut down: the process may ask again until it ends.
const Nvml &nvml();

/// The device that NVML knows by this number or UUID.
std::optional<NvmlDevice> nvmlDevice(const std::string &name);

/// Processes that compute on it, ours included.
std::vector<unsigned> nvmlProcesses(NvmlDevice device);

/// What a function of NVML gives through its last argument; nullopt where it is not there or fails.
template <typename Value, typename Function, typename... Arguments>
std::optional<Value> askNvml(Function function, Arguments... arguments)
{
    Value value = {};
    if (function == nullptr || function(arguments..., &value) != nvmlSuccess)
        return std::nullopt;
    return value;
}

} // namespace loupe
