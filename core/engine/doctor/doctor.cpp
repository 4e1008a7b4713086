// SPDX-License-Identifier: Apache-2.0
#include "core/engine/doctor/doctor.h"

#include "core/base/processors.h"
#include "core/engine/machine/programs.h"
#include "core/engine/native/enginecontext.h"
#include "core/platforms/build/cudabuild.h"
#include "core/platforms/inputs/torchstream.h"
#include "core/sandbox/child/childprocess.h"
#include "core/sandbox/child/confinement.h"
#include "core/sandbox/control/precedence.h"

#include <array>

#include <dlfcn.h>

namespace loupe {

namespace {

using State = DoctorItem::State;
namespace fs = std::filesystem;

DoctorItem fromStatus(DoctorItem item, const Status &status, const std::string &found)
{
    item.state = status ? State::Ok : State::Missing;
    item.found = status ? found : status.error().message;
    item.fix = status ? "" : status.error().hint;
    return item;
}

DoctorItem sandboxItem()
{
    return fromStatus({"sandbox", "Sandbox (bubblewrap)", {}, {}, "confining candidates", {}},
                      sandboxAvailable(), "bubblewrap and user namespaces work");
}

DoctorItem compilerItem()
{
    DoctorItem item{"compiler", "C++ compiler", {}, {}, "building native candidates", {}};
    const auto suite = findNativeSuite();
    const auto abi = suite ? findAbi(*suite) : Result<fs::path>(suite.error());
    if (!abi)
        return fromStatus(std::move(item), abi.error(), {});
    const auto toolchain = findCpuToolchain(*abi);
    if (!toolchain)
        return fromStatus(std::move(item), toolchain.error(), {});
    return fromStatus(std::move(item), {}, toolchain->version);
}

DoctorItem programsItem()
{
    DoctorItem item{"programs", "Helper programs", {}, {}, "evaluating and judging", {}};
    const auto programs = findPrograms();
    if (!programs)
        return fromStatus(std::move(item), programs.error(), {});
    return fromStatus(std::move(item), {},
                      programs->host.parent_path().string() + "; cache in "
                          + programs->cache.string());
}

DoctorItem libraryItem(DoctorItem item, const char *library, std::string fix)
{
    // Unloading such a library leaks its own allocations, so it stays loaded.
    void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    item.state = handle == nullptr ? State::Optional : State::Ok;
    item.found = handle == nullptr ? std::string(library) + " is not there" : library;
    item.fix = handle == nullptr ? std::move(fix) : "";
    if (handle != nullptr)
        dlclose(handle);
    return item;
}

DoctorItem injectionItem()
{
    DoctorItem item{
        "injection", "Activity recorder", {}, {}, "timing benchmarks in Python by the GPU", {}};
    const auto programs = findPrograms();
    const fs::path found = programs ? findInjection(*programs) : fs::path();
    item.state = found.empty() ? State::Optional : State::Ok;
    item.found = found.empty() ? "libkernelloupe-injection.so is missing in the program folder"
                               : found.string();
    item.fix = found.empty() ? "build with the preset gpu-node where the CUDA Toolkit is" : "";
    return item;
}

DoctorItem drawsItem()
{
    DoctorItem item{"draws", "Fast draws", {}, {}, "inputs of references at the speed of memory",
                    {}};
    const auto programs = findPrograms();
    const fs::path found = programs ? findDraws(*programs) : fs::path();
    constexpr std::array kinds{"SSE2", "AVX2", "AVX-512"};
    item.state = found.empty() ? State::Optional : State::Ok;
    item.found = found.empty()
        ? "libkernelloupe-draws.so is missing in the program folder; torch generates the inputs"
        : found.string() + ", " + kinds.at(static_cast<std::size_t>(bestDrawKind()))
            + "; compared with torch on the first inputs of a reference";
    item.fix = found.empty() ? "build or install all of the program" : "";
    return item;
}

DoctorItem nvccItem()
{
    DoctorItem item{"nvcc", "CUDA compiler (nvcc)", {}, {}, "building .cu candidates", {}};
    const auto found = findCudaCompiler();
    item.state = found ? State::Ok : State::Optional;
    item.found = found ? found->string() : found.error().message;
    item.fix = found ? "" : found.error().hint;
    return item;
}

DoctorItem gpuItem()
{
    DoctorItem item{"native-gpu", "GPU", {}, {}, "running .cu candidates", {}};
    const auto programs = findPrograms();
    const auto gpu = programs ? usableGpu(*programs, "cuda:0", {})
                              : Result<DeviceCapability>(programs.error());
    item.state = gpu ? State::Ok : State::Optional;
    item.found
        = gpu ? gpu->name + ", compute capability " + gpu->computeCapability : gpu.error().message;
    item.fix = gpu ? "" : gpu.error().hint;
    return item;
}

DoctorItem pythonItem()
{
    DoctorItem item{"python", "Python", {}, {}, "suites written in PyTorch, Triton or JAX", {}};
    const fs::path found = findInPath("python3");
    item.state = found.empty() ? State::Optional : State::Ok;
    item.found = found.empty() ? "python3 is not in PATH" : found.string();
    item.fix = found.empty() ? "apt-get install python3 python3-venv" : "";
    return item;
}

DoctorItem askItem()
{
    DoctorItem item{"ask", "Asking models", {}, {}, "generating kernels", {}};
    const fs::path program = askProgram();
    std::error_code failed;
    const bool isThere = fs::exists(program, failed);
    item.state = isThere ? State::Ok : State::Optional;
    item.found = isThere ? program.string() : "kloupe-ask is missing in the program folder";
    item.fix
        = isThere ? "" : "apt-get install libcurl4-openssl-dev, then configure and build again";
    return item;
}

DoctorItem precedenceItem()
{
    DoctorItem item{"precedence",
                    "Real-time priority",
                    State::Ok,
                    "other processes wait while a candidate is timed",
                    "times of native candidates on a machine that is not quiet",
                    {}};
    const ThreadAhead ahead;
    if (ahead.status())
        return item;
    item.state = State::Optional;
    item.found = ahead.status().error().message + "; the time of others is subtracted instead";
    item.fix = ahead.status().error().hint;
    return item;
}

DoctorItem processorsItem()
{
    return {"processors",
            "Processors",
            State::Ok,
            std::to_string(usableProcessors()) + " usable",
            "parallel builds; timing is done alone",
            {}};
}

} // namespace

std::vector<DoctorItem> examineMachine()
{
    return {processorsItem(),
            precedenceItem(),
            sandboxItem(),
            compilerItem(),
            programsItem(),
            libraryItem({"cuda-driver", "NVIDIA driver", {}, {}, "running anything on a GPU", {}},
                        "libcuda.so.1", "install the NVIDIA driver for this machine's GPU"),
            nvccItem(),
            gpuItem(),
            libraryItem({"cupti", "CUPTI", {}, {}, "device-side timing and activity", {}},
                        "libcupti.so.13",
                        "install the CUDA Toolkit 13.0, which holds CUPTI, and put its lib64 into "
                        "LD_LIBRARY_PATH"),
            injectionItem(),
            pythonItem(),
            drawsItem(),
            askItem()};
}

std::vector<PlatformItem> examinePlatforms(const PythonEnvironment *python)
{
    const PlatformSurroundings surroundings = PlatformSurroundings::here(python);
    std::vector<PlatformItem> items;
    for (const Platform &platform : knownPlatforms().all())
        items.push_back({&platform, availability(platform, surroundings)});
    return items;
}

} // namespace loupe
