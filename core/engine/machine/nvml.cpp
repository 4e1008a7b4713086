// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/nvml.h"

#include <algorithm>
#include <charconv>
#include <type_traits>

#include <dlfcn.h>

namespace loupe {

namespace {

constexpr std::size_t usualProcesses = 256;
constexpr int sizingAttempts = 3;

Nvml loadNvml()
{
    Nvml out;
    void *library = dlopen("libnvidia-ml.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) {
        out.problem = "libnvidia-ml.so.1 is not there";
        return out;
    }
    const auto find = [library](const char *name, auto &function) {
        function
            = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
        return function != nullptr;
    };
    find("nvmlSystemGetDriverVersion", out.driverVersion);
    find("nvmlDeviceGetName", out.name);
    find("nvmlDeviceGetUUID", out.uuid);
    find("nvmlDeviceGetMinorNumber", out.minorNumber);
    find("nvmlDeviceGetCudaComputeCapability", out.capability);
    find("nvmlDeviceGetMemoryInfo", out.memory);
    find("nvmlDeviceGetMigMode", out.migMode);
    find("nvmlDeviceGetPersistenceMode", out.persistence);
    find("nvmlDeviceGetPowerManagementLimit", out.powerLimit);
    const bool hasAll = find("nvmlInit_v2", out.init) && find("nvmlDeviceGetCount_v2", out.count)
        && find("nvmlDeviceGetHandleByIndex_v2", out.byIndex)
        && find("nvmlDeviceGetHandleByUUID", out.byUuid)
        && find("nvmlDeviceGetClockInfo", out.clock)
        && find("nvmlDeviceGetMaxClockInfo", out.maxClock)
        && find("nvmlDeviceGetTemperature", out.temperature)
        && find("nvmlDeviceGetPowerUsage", out.power)
        && find("nvmlDeviceGetCurrentClocksThrottleReasons", out.reasons)
        && find("nvmlDeviceGetComputeRunningProcesses_v3", out.processes);
    if (!hasAll) {
        out.problem = "this libnvidia-ml.so.1 lacks functions that are needed";
        return out;
    }
    const int started = out.init();
    out.isReady = started == nvmlSuccess;
    if (!out.isReady)
        out.problem = "NVML cannot be started (its error " + std::to_string(started) + ")";
    return out;
}

} // namespace

const Nvml &nvml()
{
    static const Nvml only = loadNvml();
    return only;
}

std::optional<NvmlDevice> nvmlDevice(const std::string &name)
{
    if (!nvml().isReady)
        return std::nullopt;
    NvmlDevice handle = nullptr;
    unsigned index = 0;
    const char *const end = name.data() + name.size();
    const auto number = std::from_chars(name.data(), end, index);
    const bool isNumber = number.ec == std::errc() && number.ptr == end;
    const int result
        = isNumber ? nvml().byIndex(index, &handle) : nvml().byUuid(name.c_str(), &handle);
    return result == nvmlSuccess ? std::optional(handle) : std::nullopt;
}

std::vector<unsigned> nvmlProcesses(NvmlDevice device, NvmlProcessList list)
{
    std::vector<NvmlProcess> running(usualProcesses);
    auto count = static_cast<unsigned>(running.size());
    int result = list(device, &count, running.data());
    // Further processes may start before the next attempt.
    for (int i = 0; i < sizingAttempts && result == nvmlInsufficientSize; ++i) {
        running.resize(std::max<std::size_t>(count, running.size()) + usualProcesses);
        count = static_cast<unsigned>(running.size());
        result = list(device, &count, running.data());
    }
    std::vector<unsigned> out;
    if (result != nvmlSuccess)
        return out;
    running.resize(std::min<std::size_t>(count, running.size()));
    for (const NvmlProcess &process : running)
        out.push_back(process.pid);
    return out;
}

} // namespace loupe
