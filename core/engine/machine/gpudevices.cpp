// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/gpudevices.h"

#include "core/base/environment.h"
#include "core/engine/machine/gpustate.h"
#include "core/engine/machine/nvml.h"

#include <array>

namespace loupe {

namespace {

constexpr int smClock = 1;
constexpr int memoryClock = 2;

template <typename Function, typename... Arguments>
std::string textOf(Function function, Arguments... arguments)
{
    std::array<char, 128> text = {};
    const auto size = static_cast<unsigned>(text.size() - 1);
    if (function == nullptr || function(arguments..., text.data(), size) != nvmlSuccess)
        return {};
    return text.data();
}

GpuDevice describe(NvmlDevice handle)
{
    const Nvml &library = nvml();
    GpuDevice out;
    out.name = textOf(library.name, handle);
    out.uuid = textOf(library.uuid, handle);
    int major = 0;
    if (const auto minor = askNvml<int>(library.capability, handle, &major))
        out.capability = std::to_string(major) + "." + std::to_string(*minor);
    if (const auto memory = askNvml<NvmlMemory>(library.memory, handle)) {
        out.memoryBytes = memory->total;
        out.freeBytes = memory->free;
    }
    unsigned mode = 0;
    if (library.migMode != nullptr) {
        unsigned pending = 0;
        if (library.migMode(handle, &mode, &pending) == nvmlSuccess)
            out.isPartitioned = mode != 0;
    }
    if (const auto persistence = askNvml<unsigned>(library.persistence, handle))
        out.isPersistent = *persistence != 0;
    if (const auto milliwatts = askNvml<unsigned>(library.powerLimit, handle))
        out.powerLimitW = *milliwatts / 1e3;
    out.smClockMhz = askNvml<unsigned>(library.clock, handle, smClock);
    out.memoryClockMhz = askNvml<unsigned>(library.clock, handle, memoryClock);
    out.maxSmClockMhz = askNvml<unsigned>(library.maxClock, handle, smClock);
    out.maxMemoryClockMhz = askNvml<unsigned>(library.maxClock, handle, memoryClock);
    out.processes = nvmlProcesses(handle);
    return out;
}

} // namespace

Json toJson(const GpuDevice &device)
{
    return {{"index", device.index},
            {"name", device.name},
            {"uuid", device.uuid},
            {"compute_capability", device.capability},
            {"memory_bytes", orNull(device.memoryBytes)},
            {"free_bytes", orNull(device.freeBytes)},
            {"mig", orNull(device.isPartitioned)},
            {"persistence", orNull(device.isPersistent)},
            {"power_limit_w", orNull(device.powerLimitW)},
            {"sm_mhz", orNull(device.smClockMhz)},
            {"max_sm_mhz", orNull(device.maxSmClockMhz)},
            {"memory_mhz", orNull(device.memoryClockMhz)},
            {"max_memory_mhz", orNull(device.maxMemoryClockMhz)},
            {"processes", device.processes}};
}

std::string gpuDriverVersion()
{
    return nvml().isReady ? textOf(nvml().driverVersion) : std::string();
}

Result<std::vector<GpuDevice>> gpuDevices()
{
    if (!nvml().isReady)
        return Error{Errc::Environment, nvml().problem, "NVML",
                     "install the NVIDIA driver for this machine's GPU"};
    std::vector<GpuDevice> out;
    const unsigned count = askNvml<unsigned>(nvml().count).value_or(0);
    for (unsigned i = 0; i < count; ++i) {
        NvmlDevice handle = nullptr;
        if (nvml().byIndex(i, &handle) != nvmlSuccess)
            continue;
        out.push_back(describe(handle));
        out.back().index = i;
    }
    return out;
}

std::optional<GpuDevice> gpuDevice(const std::string &device)
{
    const auto handle = nvmlDevice(visibleDevice(device, variableIfSet("CUDA_VISIBLE_DEVICES")));
    if (!handle)
        return std::nullopt;
    return describe(*handle);
}

bool gpuAnswers(const std::string &device)
{
    const auto handle = nvmlDevice(visibleDevice(device, variableIfSet("CUDA_VISIBLE_DEVICES")));
    // NVML may answer a handle from a cache; the memory size is read from the device.
    return handle
        && (nvml().memory == nullptr || askNvml<NvmlMemory>(nvml().memory, *handle).has_value());
}

} // namespace loupe
