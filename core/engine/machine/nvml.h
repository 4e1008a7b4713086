// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace loupe {

// Declarations of NVML (nvml.h, API versions 2 and 3), so that its header is not needed.
using NvmlDevice = void *;
inline constexpr int nvmlSuccess = 0;
inline constexpr int nvmlInsufficientSize = 7;

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

/// NVML of the installed driver. Missing functions are null.
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
    bool isReady = false; ///< loaded and initialised
    std::string problem;  ///< reason if not ready
};

/// Returns the library, loaded once and never shut down.
const Nvml &nvml();

/// Returns the device with this index or UUID.
std::optional<NvmlDevice> nvmlDevice(const std::string &name);

using NvmlProcessList = int (*)(NvmlDevice, unsigned *, NvmlProcess *);
/// Returns the process IDs of compute processes on the device, including ours, as `list` tells
/// them.
std::vector<unsigned> nvmlProcesses(NvmlDevice device, NvmlProcessList list = nvml().processes);

/// Returns the last argument of an NVML function; nullopt if it is missing or fails.
template <typename Value, typename Function, typename... Arguments>
std::optional<Value> askNvml(Function function, Arguments... arguments)
{
    Value value = {};
    if (function == nullptr || function(arguments..., &value) != nvmlSuccess)
        return std::nullopt;
    return value;
}

} // namespace loupe
