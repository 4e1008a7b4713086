// SPDX-License-Identifier: Apache-2.0
#include "core/engine/gpustate.h"

#include "core/base/environment.h"

#include <charconv>
#include <fstream>
#include <sstream>
#include <type_traits>

#include <dlfcn.h>
#include <unistd.h>

namespace loupe {

namespace {

// NVML's own declarations, of which its header is not needed to build: nvml.h, API version 2 and 3.
using NvmlDevice = void *;
struct NvmlProcess {
    unsigned pid;
    unsigned long long usedBytes;
    unsigned gpuInstance;
    unsigned computeInstance;
};
constexpr int nvmlSuccess = 0;
constexpr int nvmlClockSm = 1;
constexpr int nvmlClockMemory = 2;
constexpr int nvmlTemperatureGpu = 0;
/// Power cap, hardware slowdown, both thermal ones, power brake; not: idle, set clocks.
constexpr std::uint64_t slowingReasons = 0x4 | 0x8 | 0x20 | 0x40 | 0x80;
constexpr unsigned mostProcesses = 256;

struct Nvml {
    int (*init)() = nullptr;
    int (*byIndex)(unsigned, NvmlDevice *) = nullptr;
    int (*byUuid)(const char *, NvmlDevice *) = nullptr;
    int (*clock)(NvmlDevice, int, unsigned *) = nullptr;
    int (*maxClock)(NvmlDevice, int, unsigned *) = nullptr;
    int (*temperature)(NvmlDevice, int, unsigned *) = nullptr;
    int (*power)(NvmlDevice, unsigned *) = nullptr;
    int (*reasons)(NvmlDevice, unsigned long long *) = nullptr;
    int (*processes)(NvmlDevice, unsigned *, NvmlProcess *) = nullptr;
    bool isReady = false;

    Nvml()
    {
        void *library = dlopen("libnvidia-ml.so.1", RTLD_LAZY | RTLD_LOCAL);
        if (library == nullptr)
            return;
        const auto find = [library](const char *name, auto &function) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
                dlsym(library, name));
            return function != nullptr;
        };
        isReady = find("nvmlInit_v2", init) && find("nvmlDeviceGetHandleByIndex_v2", byIndex)
            && find("nvmlDeviceGetHandleByUUID", byUuid) && find("nvmlDeviceGetClockInfo", clock)
            && find("nvmlDeviceGetMaxClockInfo", maxClock)
            && find("nvmlDeviceGetTemperature", temperature)
            && find("nvmlDeviceGetPowerUsage", power)
            && find("nvmlDeviceGetCurrentClocksThrottleReasons", reasons)
            && find("nvmlDeviceGetComputeRunningProcesses_v3", processes) && init() == nvmlSuccess;
    }
};

const Nvml &nvml()
{
    static const Nvml only; // never shut down: the process may ask again until it ends
    return only;
}

unsigned parentOf(unsigned process)
{
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    std::getline(file, text);
    const std::size_t name = text.rfind(')'); // it may hold anything, also spaces
    if (name == std::string::npos)
        return 0;
    std::istringstream rest(text.substr(name + 1));
    std::string state;
    unsigned parent = 0;
    rest >> state >> parent;
    return parent;
}

bool isOurs(unsigned process)
{
    constexpr int deepest = 64;
    const auto self = static_cast<unsigned>(getpid());
    for (int depth = 0; depth < deepest && process > 1; ++depth) {
        if (process == self)
            return true;
        process = parentOf(process);
    }
    return false;
}

std::vector<unsigned> otherProcesses(NvmlDevice device)
{
    std::vector<NvmlProcess> running(mostProcesses);
    unsigned count = mostProcesses;
    if (nvml().processes(device, &count, running.data()) != nvmlSuccess)
        return {};
    std::vector<unsigned> others;
    for (unsigned i = 0; i < count && i < mostProcesses; ++i) {
        // In a container NVML gives numbers that mean nothing here: ours cannot be told apart.
        if (parentOf(running[i].pid) != 0 && !isOurs(running[i].pid))
            others.push_back(running[i].pid);
    }
    return others;
}

template <typename Value, typename Function, typename... Arguments>
std::optional<Value> asked(Function function, Arguments... arguments)
{
    Value value = {};
    return function(arguments..., &value) == nvmlSuccess ? std::optional(value) : std::nullopt;
}

std::optional<NvmlDevice> handleOf(const std::string &name)
{
    NvmlDevice handle = nullptr;
    unsigned index = 0;
    const char *const end = name.data() + name.size();
    const auto number = std::from_chars(name.data(), end, index);
    const bool isNumber = number.ec == std::errc() && number.ptr == end;
    const int result
        = isNumber ? nvml().byIndex(index, &handle) : nvml().byUuid(name.c_str(), &handle);
    return result == nvmlSuccess ? std::optional(handle) : std::nullopt;
}

} // namespace

bool GpuState::isThrottled() const
{
    return throttleReasons && (*throttleReasons & slowingReasons) != 0;
}

Json toJson(const GpuState &state)
{
    Json json = Json::object();
    const auto add = [&](const char *key, const auto &value) {
        if (value)
            json[key] = *value;
    };
    add("sm_mhz", state.smClockMhz);
    add("memory_mhz", state.memoryClockMhz);
    add("max_sm_mhz", state.maxSmClockMhz);
    add("temperature_c", state.temperatureC);
    add("power_w", state.powerW);
    add("throttle_reasons", state.throttleReasons);
    json["other_processes"] = state.otherProcesses;
    return json;
}

std::string visibleDevice(const std::string &device, const std::string &visible)
{
    const std::size_t colon = device.find(':');
    unsigned index = 0;
    if (colon != std::string::npos)
        std::from_chars(device.data() + colon + 1, device.data() + device.size(), index);
    if (visible.empty())
        return std::to_string(index);
    std::istringstream entries(visible);
    std::string entry;
    for (unsigned i = 0; std::getline(entries, entry, ','); ++i) {
        if (i == index)
            return entry;
    }
    return {};
}

std::optional<GpuState> readGpuState(const std::string &device)
{
    if (!nvml().isReady)
        return std::nullopt;
    const auto handle
        = handleOf(visibleDevice(device, environmentVariable("CUDA_VISIBLE_DEVICES")));
    if (!handle)
        return std::nullopt;
    GpuState state;
    state.smClockMhz = asked<unsigned>(nvml().clock, *handle, nvmlClockSm);
    state.memoryClockMhz = asked<unsigned>(nvml().clock, *handle, nvmlClockMemory);
    state.maxSmClockMhz = asked<unsigned>(nvml().maxClock, *handle, nvmlClockSm);
    state.temperatureC = asked<unsigned>(nvml().temperature, *handle, nvmlTemperatureGpu);
    if (const auto milliwatts = asked<unsigned>(nvml().power, *handle))
        state.powerW = *milliwatts / 1e3;
    if (const auto reasons = asked<unsigned long long>(nvml().reasons, *handle))
        state.throttleReasons = *reasons;
    state.otherProcesses = otherProcesses(*handle);
    return state;
}

} // namespace loupe
