// SPDX-License-Identifier: Apache-2.0
#include "core/engine/doctor/gpudoctor.h"

#include "core/engine/machine/ceilings.h"
#include "core/engine/machine/gpudevices.h"
#include "core/engine/machine/programs.h"
#include "core/platforms/build/cudabuild.h"

#include <cstdint>
#include <fstream>
#include <iterator>
#include <sstream>

#include <dlfcn.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

constexpr double mebi = 1024.0 * 1024.0;

std::string wholeFile(const char *path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Returns whether the process has CAP_SYS_ADMIN or CAP_PERFMON, which the driver requires.
bool hasProfilingCapability()
{
    constexpr std::uint64_t sysAdmin = std::uint64_t{1} << 21;
    constexpr std::uint64_t perfmon = std::uint64_t{1} << 38;
    std::istringstream status(wholeFile("/proc/self/status"));
    for (std::string line; std::getline(status, line);) {
        if (line.rfind("CapEff:", 0) == 0)
            return (std::stoull("0" + line.substr(line.find_first_not_of("\t ", 7)), nullptr, 16)
                    & (sysAdmin | perfmon))
                != 0;
    }
    return false;
}

DoctorItem driverItem(const Result<std::vector<GpuDevice>> &devices)
{
    DoctorItem item{"gpu-driver", "NVIDIA driver", {}, {}, "running anything on a GPU", {}};
    if (dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL) == nullptr)
        return missingItem(std::move(item), "libcuda.so.1 is not there",
                           "install the NVIDIA driver for this machine's GPU",
                           DoctorItem::State::Missing);
    const std::string version = gpuDriverVersion();
    const std::string found
        = version.empty() ? "libcuda.so.1, version unknown" : "version " + version;
    return devices
        ? presentItem(std::move(item), found)
        : missingItem(std::move(item), found + "; " + devices.error().message,
                      "clocks and other processes are not seen: install the driver's NVML "
                      "library");
}

std::string mebibytes(std::uint64_t bytes)
{
    return std::to_string(static_cast<std::int64_t>(static_cast<double>(bytes) / mebi)) + " MiB";
}

DoctorItem deviceItem(const GpuDevice &device)
{
    DoctorItem item{"gpu-" + std::to_string(device.index),
                    "GPU " + std::to_string(device.index),
                    DoctorItem::State::Ok,
                    {},
                    "candidates",
                    {}};
    std::ostringstream found;
    found << device.name << ", " << device.uuid << ", compute capability " << device.capability;
    if (device.memoryBytes && device.freeBytes)
        found << ", " << mebibytes(*device.memoryBytes) << " of which "
              << mebibytes(*device.freeBytes) << " free";
    item.found = found.str();
    return item;
}

/// Returns items about conditions of a device that may spoil measurements.
std::vector<DoctorItem> stateItems(const GpuDevice &device)
{
    const std::string id = "gpu-" + std::to_string(device.index);
    const std::string title = "  of GPU " + std::to_string(device.index);
    std::vector<DoctorItem> items;
    if (device.isPartitioned && *device.isPartitioned)
        items.push_back({id + "-mig", "MIG" + title, DoctorItem::State::Optional,
                         "MIG mode is on: evaluations see one slice of it", "the whole device",
                         "an administrator turns it off: nvidia-smi -i "
                             + std::to_string(device.index) + " -mig 0"});
    std::ostringstream clocks;
    if (device.smClockMhz && device.maxSmClockMhz)
        clocks << "SM " << *device.smClockMhz << " of " << *device.maxSmClockMhz << " MHz now";
    if (device.memoryClockMhz)
        clocks << ", memory " << *device.memoryClockMhz << " MHz";
    if (device.powerLimitW)
        clocks << ", power limit " << *device.powerLimitW << " W";
    items.push_back({id + "-clocks",
                     "Clocks" + title,
                     DoctorItem::State::Ok,
                     clocks.str().empty() ? "not told" : clocks.str(),
                     "judging spoilt timings",
                     {}});
    if (device.isPersistent)
        items.push_back(
            {id + "-persistence", "Persistence" + title,
             *device.isPersistent ? DoctorItem::State::Ok : DoctorItem::State::Optional,
             *device.isPersistent ? "on" : "off: the driver is reloaded when the last program ends",
             "starting fast",
             *device.isPersistent ? "" : "an administrator runs nvidia-persistenced"});
    items.push_back({id + "-processes", "Other programs" + title,
                     device.processes.empty() ? DoctorItem::State::Ok : DoctorItem::State::Optional,
                     device.processes.empty() ? "none"
                                              : std::to_string(device.processes.size())
                             + " compute on it now; timings get the flag gpu_shared",
                     "undisturbed timing",
                     device.processes.empty() ? "" : "nvidia-smi lists them; wait or end them"});
    const auto kept = keptCeilings("cuda:" + std::to_string(device.index), ceilingsFolder());
    const bool isMeasured = kept && *kept && (*kept)->uuid == device.uuid;
    items.push_back(
        {id + "-ceilings", "Ceilings" + title,
         isMeasured ? DoctorItem::State::Ok : DoctorItem::State::Optional,
         isMeasured ? "measured " + (*kept)->takenAt : "not measured", "rooflines and physics",
         isMeasured ? "" : "kloupe calibrate --device cuda:" + std::to_string(device.index)});
    return items;
}

DoctorItem cuptiItem()
{
    DoctorItem item{"gpu-activity", "CUPTI", {}, {}, "the clock cupti and what ran", {}};
    for (const char *name : {"libcupti.so.13", "/usr/local/cuda/lib64/libcupti.so.13",
                             "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so.13"}) {
        if (dlopen(name, RTLD_LAZY | RTLD_LOCAL) != nullptr)
            return presentItem(std::move(item),
                               std::string(name) + "; recording activity needs no permission");
    }
    return missingItem(std::move(item),
                       "libcupti.so.13 is not there; a torch for CUDA 13 brings one of its own",
                       "install the CUDA Toolkit 13.0 and put its lib64 into LD_LIBRARY_PATH");
}

DoctorItem compilerItem(const Result<std::vector<GpuDevice>> &devices)
{
    DoctorItem item{"gpu-nvcc", "nvcc", {}, {}, "building .cu candidates", {}};
    const auto found = findCudaCompiler(); // as a run does, which refuses a wrong CUDA_HOME
    if (!found) {
        const Error &error = found.error();
        return missingItem(std::move(item),
                           error.message + (error.where.empty() ? "" : ": " + error.where),
                           error.hint);
    }
    std::string text = found->string();
    if (devices && !devices->empty() && !devices->front().capability.empty()) {
        std::string architecture = devices->front().capability;
        architecture.erase(architecture.find('.'), 1);
        text += ", builds for sm_" + architecture;
    }
    return presentItem(std::move(item), std::move(text));
}

DoctorItem profilerItem()
{
    DoctorItem item{
        "gpu-ncu", "Nsight Compute", {}, {}, "counters from outside (kloupe import ncu)", {}};
    const fs::path ncu = findInPath("ncu");
    return ncu.empty() ? missingItem(std::move(item), "ncu is not in PATH",
                                     "install Nsight Compute, part of the CUDA Toolkit")
                       : presentItem(std::move(item), ncu.string());
}

DoctorItem disassemblerItem(const fs::path &usual)
{
    DoctorItem item{
        "gpu-disassembler", "Disassembler", {}, {}, "machine code of kernels (SASS)", {}};
    std::string programs;
    for (const char *name : {"cuobjdump", "nvdisasm"}) {
        const fs::path found = findCudaProgram(name, nullptr, usual);
        if (found.empty())
            return missingItem(std::move(item),
                               std::string(name) + " is not in " + cudaProgramPlaces,
                               "install cuda-cuobjdump and cuda-nvdisasm of the CUDA Toolkit; for "
                               "Triton, its own package has both");
        programs += (programs.empty() ? "" : ", ") + found.string();
    }
    return presentItem(std::move(item), std::move(programs));
}

DoctorItem sanitizerItem(const fs::path &usual)
{
    DoctorItem item{"gpu-sanitizer",
                    "compute-sanitizer",
                    {},
                    {},
                    "memory errors and races (kloupe profile --sanitize)",
                    {}};
    const auto found = findSanitizer(usual);
    return found ? presentItem(std::move(item), found->string())
                 : missingItem(std::move(item), found.error().message, found.error().hint);
}

} // namespace

DoctorItem countersItem(const std::string &parameters, bool isPrivileged)
{
    DoctorItem item{
        "gpu-counters", "Hardware counters", {}, {}, "counters of a kernel (kloupe profile)", {}};
    if (isPrivileged)
        return presentItem(std::move(item),
                           "permitted: this process is privileged (CAP_SYS_ADMIN or CAP_PERFMON)");
    const std::string key = "RmProfilingAdminOnly: ";
    const std::size_t at = parameters.find(key);
    if (at == std::string::npos)
        return missingItem(std::move(item),
                           "not known: /proc/driver/nvidia/params does not say who may read them",
                           "kloupe profile tries, and gives the driver's own reason");
    if (parameters.compare(at + key.size(), 1, "0") == 0)
        return presentItem(std::move(item), "permitted to everybody (RmProfilingAdminOnly is 0)");
    return missingItem(
        std::move(item), "for administrators only (RmProfilingAdminOnly is 1)",
        "an administrator writes 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' into "
        "/etc/modprobe.d/nvidia-profiling.conf and reboots, or gives the program CAP_PERFMON");
}

std::vector<DoctorItem> examineGpus(const fs::path &usual)
{
    const auto devices = gpuDevices();
    std::vector<DoctorItem> items{driverItem(devices)};
    if (devices) {
        for (const GpuDevice &device : *devices) {
            items.push_back(deviceItem(device));
            for (DoctorItem &item : stateItems(device))
                items.push_back(std::move(item));
        }
    }
    if (!devices || devices->empty())
        items.push_back({"gpu-devices", "GPUs", DoctorItem::State::Missing,
                         "no NVIDIA GPU is seen here", "candidates",
                         "run on a machine that has one; in a container, pass it in (--gpus all)"});
    items.push_back(cuptiItem());
    items.push_back(recorderItem(
        {"gpu-recorder", "Activity recorder", {}, {}, "the clock cupti, counters", {}}));
    items.push_back(
        countersItem(wholeFile("/proc/driver/nvidia/params"), hasProfilingCapability()));
    items.push_back(compilerItem(devices));
    items.push_back(disassemblerItem(usual));
    items.push_back(profilerItem());
    items.push_back(sanitizerItem(usual));
    return items;
}

} // namespace loupe
