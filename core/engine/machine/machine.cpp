// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine/machine.h"

#include "core/base/json.h"
#include "core/base/processors.h"
#include "core/engine/machine/gpudevices.h"

#include <charconv>
#include <fstream>

#include <sched.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

namespace loupe {

std::string processorName()
{
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.rfind("model name", 0) == 0 && line.find(':') != std::string::npos)
            return line.substr(line.find(':') + 2);
    }
    return "unknown processor";
}

std::string kernelVersion()
{
    utsname system{};
    uname(&system);
    return std::string(system.sysname) + " " + system.release;
}

namespace {

Json machineFacts()
{
    utsname system{};
    uname(&system);
    Json json;
    json["processor"] = processorName();
    json["processors"] = usableProcessors();
    json["memory_bytes"] = memoryBytes();
    json["kernel"] = kernelVersion();
    json["machine"] = system.machine;
    json["tool_version"] = LOUPE_VERSION;
    return json;
}

Json withCompiler(const CpuToolchain &toolchain)
{
    Json json = machineFacts();
    json["compiler"] = toolchain.version;
    json["compiler_flags"] = toolchain.flags;
    json["target_cpu"] = toolchain.targetCpu;
    return json;
}

/// Adds the GPU's properties that may change on one machine.
void addGpuFacts(const std::string &device, Json &json)
{
    if (const std::string driver = gpuDriverVersion(); !driver.empty())
        json["driver"] = driver;
    const auto state = readGpuState(device);
    if (state && state->maxSmClockMhz)
        json["max_sm_mhz"] = *state->maxSmClockMhz;
}

} // namespace

std::int64_t memoryBytes()
{
    struct sysinfo memory {
    };
    if (sysinfo(&memory) != 0)
        return 0;
    return static_cast<std::int64_t>(memory.totalram) * memory.mem_unit;
}

Environment describeMachine(const CpuToolchain &toolchain)
{
    return Environment{processorName(), "cpu", withCompiler(toolchain).dump()};
}

Environment describeMachine(const CpuToolchain &toolchain, const CudaToolchain &cuda,
                            const std::string &device, const std::string &deviceName)
{
    Json json = withCompiler(toolchain);
    json["nvcc"] = cuda.version;
    json["nvcc_flags"] = cuda.flags;
    json["device"] = deviceName;
    addGpuFacts(device, json);
    return Environment{deviceName, "cuda", json.dump()};
}

Environment describeMachine(const PythonEnvironment &python, const std::string &device)
{
    Json json = machineFacts();
    json["python"] = python.version;
    json["packages"] = python.packages;
    json["device"] = device;
    json["devices"] = python.devices;
    if (device == "cpu")
        return Environment{processorName(), "cpu", json.dump()};
    addGpuFacts(device, json);
    const std::size_t colon = device.find(':');
    std::size_t index = 0;
    if (colon != std::string::npos)
        std::from_chars(device.data() + colon + 1, device.data() + device.size(), index);
    const std::string name = index < python.devices.size() ? python.devices[index] : device;
    return Environment{name, device.substr(0, colon), json.dump()};
}

} // namespace loupe
