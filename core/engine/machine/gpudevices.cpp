// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/gpudevices.h"

#include "core/base/environment.h"
#include "core/engine/machine/nvml.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>

#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

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

constexpr int nvmlTemperatureGpu = 0;
/// Power cap, hardware slowdown, both thermal ones, power brake. Idle and set clocks do not count.
constexpr std::uint64_t slowingReasons = 0x4 | 0x8 | 0x20 | 0x40 | 0x80;

unsigned parentOf(unsigned process)
{
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    std::getline(file, text);
    const std::size_t name = text.rfind(')'); // the name may contain spaces and parentheses
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
    std::vector<unsigned> others;
    for (const unsigned process : nvmlProcesses(device)) {
        // In a container NVML's process IDs are meaningless, so our own cannot be told apart.
        if (parentOf(process) != 0 && !isOurs(process))
            others.push_back(process);
    }
    return others;
}

/// Returns the GPU that is "cuda:1" in this process's environment.
std::optional<NvmlDevice> handleOf(const std::string &device)
{
    return nvmlDevice(visibleDevice(device, variableIfSet("CUDA_VISIBLE_DEVICES")));
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
    const auto handle = handleOf(device);
    return handle ? std::optional(describe(*handle)) : std::nullopt;
}

bool gpuAnswers(const std::string &device)
{
    const auto handle = handleOf(device);
    // NVML may answer a handle from a cache; the memory size is read from the device.
    return handle
        && (nvml().memory == nullptr || askNvml<NvmlMemory>(nvml().memory, *handle).has_value());
}

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

std::string visibleDevice(const std::string &device, const std::optional<std::string> &visible)
{
    const std::size_t colon = device.find(':');
    unsigned index = 0;
    if (colon != std::string::npos)
        std::from_chars(device.data() + colon + 1, device.data() + device.size(), index);
    if (!visible)
        return std::to_string(index);
    std::istringstream entries(*visible);
    std::string entry;
    for (unsigned i = 0; std::getline(entries, entry, ','); ++i) {
        if (i == index) // CUDA ignores blanks
            return entry.substr(std::min(entry.find_first_not_of(' '), entry.size()));
    }
    return {};
}

std::optional<GpuState> readGpuState(const std::string &device)
{
    const auto handle = handleOf(device);
    if (!handle)
        return std::nullopt;
    GpuState state;
    state.smClockMhz = askNvml<unsigned>(nvml().clock, *handle, smClock);
    state.memoryClockMhz = askNvml<unsigned>(nvml().clock, *handle, memoryClock);
    state.maxSmClockMhz = askNvml<unsigned>(nvml().maxClock, *handle, smClock);
    state.temperatureC = askNvml<unsigned>(nvml().temperature, *handle, nvmlTemperatureGpu);
    if (const auto milliwatts = askNvml<unsigned>(nvml().power, *handle))
        state.powerW = *milliwatts / 1e3;
    if (const auto reasons = askNvml<unsigned long long>(nvml().reasons, *handle))
        state.throttleReasons = *reasons;
    state.otherProcesses = otherProcesses(*handle);
    return state;
}

std::vector<std::string> otherGpuFiles(std::span<const std::string> names, unsigned number)
{
    constexpr std::string_view beginning = "nvidia";
    const std::string own = std::string(beginning) + std::to_string(number);
    std::vector<std::string> out;
    for (const std::string &name : names) {
        const bool isGpu = name.starts_with(beginning) && name.size() > beginning.size()
            && name.find_first_not_of("0123456789", beginning.size()) == std::string::npos;
        if (isGpu && name != own)
            out.push_back(name);
    }
    std::ranges::sort(out);
    return out;
}

std::optional<GpuView> gpuView(const std::string &device)
{
    const auto handle = handleOf(device);
    const auto known = gpuDevice(device);
    if (!handle || !known || known->uuid.empty())
        return std::nullopt;
    const auto number = askNvml<unsigned>(nvml().minorNumber, *handle);
    if (!number)
        return std::nullopt;
    std::vector<std::string> names;
    std::error_code failed;
    for (const auto &entry : fs::directory_iterator("/dev", failed))
        names.push_back(entry.path().filename().string());
    GpuView view{known->uuid, {}};
    for (const std::string &name : otherGpuFiles(names, *number))
        view.hidden.push_back(fs::path("/dev") / name);
    if (view.hidden.empty())
        return std::nullopt;
    return view;
}

} // namespace loupe
