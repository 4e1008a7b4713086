// SPDX-License-Identifier: Apache-2.0
#include "core/engine/machine.h"

#include "core/base/json.h"

#include <algorithm>
#include <fstream>

#include <sched.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

namespace loupe {

namespace {

std::string processorName()
{
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.rfind("model name", 0) == 0 && line.find(':') != std::string::npos)
            return line.substr(line.find(':') + 2);
    }
    return "unknown processor";
}

} // namespace

int usableProcessors()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    return std::max(1, CPU_COUNT(&set));
}

Environment describeMachine(const CpuToolchain &toolchain)
{
    utsname system{};
    uname(&system);
    struct sysinfo memory {
    };
    sysinfo(&memory);
    Json json;
    json["processor"] = processorName();
    json["processors"] = usableProcessors();
    json["memory_bytes"] = static_cast<std::uint64_t>(memory.totalram) * memory.mem_unit;
    json["kernel"] = std::string(system.sysname) + " " + system.release;
    json["machine"] = system.machine;
    json["compiler"] = toolchain.version;
    json["compiler_flags"] = toolchain.flags;
    json["target_cpu"] = toolchain.targetCpu;
    json["tool_version"] = LOUPE_VERSION;
    return Environment{processorName(), "cpu", json.dump()};
}

} // namespace loupe
