// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/gpustate.h"

#include "core/base/environment.h"
#include "core/engine/machine/nvml.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

#include <unistd.h>

namespace loupe {

namespace {

constexpr int nvmlClockSm = 1;
constexpr int nvmlClockMemory = 2;
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
    const auto handle = nvmlDevice(visibleDevice(device, variableIfSet("CUDA_VISIBLE_DEVICES")));
    if (!handle)
        return std::nullopt;
    GpuState state;
    state.smClockMhz = askNvml<unsigned>(nvml().clock, *handle, nvmlClockSm);
    state.memoryClockMhz = askNvml<unsigned>(nvml().clock, *handle, nvmlClockMemory);
    state.maxSmClockMhz = askNvml<unsigned>(nvml().maxClock, *handle, nvmlClockSm);
    state.temperatureC = askNvml<unsigned>(nvml().temperature, *handle, nvmlTemperatureGpu);
    if (const auto milliwatts = askNvml<unsigned>(nvml().power, *handle))
        state.powerW = *milliwatts / 1e3;
    if (const auto reasons = askNvml<unsigned long long>(nvml().reasons, *handle))
        state.throttleReasons = *reasons;
    state.otherProcesses = otherProcesses(*handle);
    return state;
}

} // namespace loupe
