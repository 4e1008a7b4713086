// SPDX-License-Identifier: Apache-2.0
#include "core/engine/doctor/doctor.h"

#include "core/base/processors.h"
#include "core/engine/machine/programs.h"
#include "core/engine/native/enginecontext.h"
#include "core/platforms/build/cudabuild.h"
#include "core/platforms/inputs/torchstream.h"
#include "core/sandbox/child/childprocess.h"
#include "core/sandbox/child/confinement.h"
#include "core/sandbox/control/sandboxtasks.h"

#include <array>

#include <dlfcn.h>

namespace loupe {

namespace {

using State = DoctorItem::State;
namespace fs = std::filesystem;

/// Returns an item that is necessary as missing.
DoctorItem lacking(DoctorItem item, const Error &error)
{
    return missingItem(std::move(item), error.message, error.hint, State::Missing);
}

DoctorItem sandboxItem()
{
    DoctorItem item{"sandbox", "Sandbox (bubblewrap)", {}, {}, "confining candidates", {}};
    const Status available = sandboxAvailable();
    return available ? presentItem(std::move(item), "bubblewrap and user namespaces work")
                     : lacking(std::move(item), available.error());
}

DoctorItem compilerItem()
{
    DoctorItem item{"compiler", "C++ compiler", {}, {}, "building native candidates", {}};
    const auto suite = findNativeSuite();
    const auto abi = suite ? findAbi(*suite) : Result<fs::path>(suite.error());
    if (!abi)
        return lacking(std::move(item), abi.error());
    const auto toolchain = findCpuToolchain(*abi);
    return toolchain ? presentItem(std::move(item), toolchain->version)
                     : lacking(std::move(item), toolchain.error());
}

DoctorItem programsItem()
{
    DoctorItem item{"programs", "Helper programs", {}, {}, "evaluating and judging", {}};
    const auto programs = findPrograms();
    if (!programs)
        return lacking(std::move(item), programs.error());
    return presentItem(std::move(item),
                       programs->host.parent_path().string() + "; cache in "
                           + programs->cache.string());
}

DoctorItem libraryItem(DoctorItem item, const char *library, std::string fix)
{
    // Unloading such a library leaks its own allocations, so it stays loaded.
    void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == nullptr)
        return missingItem(std::move(item), std::string(library) + " is not there", std::move(fix));
    dlclose(handle);
    return presentItem(std::move(item), library);
}

DoctorItem drawsItem()
{
    DoctorItem item{"draws", "Fast draws", {}, {}, "inputs of references at the speed of memory",
                    {}};
    const auto programs = findPrograms();
    const fs::path found = programs ? findDraws(*programs) : fs::path();
    if (found.empty())
        return missingItem(
            std::move(item),
            "libkernelloupe-draws.so is missing in the program folder; torch generates the inputs",
            "build or install all of the program");
    constexpr std::array kinds{"SSE2", "AVX2", "AVX-512"};
    return presentItem(std::move(item),
                       found.string() + ", " + kinds.at(static_cast<std::size_t>(bestDrawKind()))
                           + "; compared with torch on the first inputs of a reference");
}

DoctorItem nvccItem()
{
    DoctorItem item{"nvcc", "CUDA compiler (nvcc)", {}, {}, "building .cu candidates", {}};
    const auto found = findCudaCompiler();
    return found ? presentItem(std::move(item), found->string())
                 : missingItem(std::move(item), found.error().message, found.error().hint);
}

DoctorItem gpuItem()
{
    DoctorItem item{"native-gpu", "GPU", {}, {}, "running .cu candidates", {}};
    const auto programs = findPrograms();
    const auto gpu = programs ? usableGpu(*programs, "cuda:0", {})
                              : Result<DeviceCapability>(programs.error());
    return gpu
        ? presentItem(std::move(item), gpu->name + ", compute capability " + gpu->computeCapability)
        : missingItem(std::move(item), gpu.error().message, gpu.error().hint);
}

DoctorItem pythonItem()
{
    DoctorItem item{"python", "Python", {}, {}, "suites written in PyTorch, Triton or JAX", {}};
    const fs::path found = findInPath("python3");
    return found.empty() ? missingItem(std::move(item), "python3 is not in PATH",
                                       "apt-get install python3 python3-venv")
                         : presentItem(std::move(item), found.string());
}

DoctorItem askItem()
{
    DoctorItem item{"ask", "Asking models", {}, {}, "generating kernels", {}};
    const fs::path program = askProgram();
    std::error_code failed;
    return fs::exists(program, failed)
        ? presentItem(std::move(item), program.string())
        : missingItem(std::move(item), "kloupe-ask is missing in the program folder",
                      "apt-get install libcurl4-openssl-dev, then configure and build again");
}

DoctorItem precedenceItem()
{
    DoctorItem item{"precedence",
                    "Real-time priority",
                    {},
                    {},
                    "times of native candidates on a machine that is not quiet",
                    {}};
    const ThreadAhead ahead;
    if (ahead.status())
        return presentItem(std::move(item), "other processes wait while a candidate is timed");
    const Error &error = ahead.status().error();
    return missingItem(std::move(item),
                       error.message + "; the time of others is subtracted instead", error.hint);
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

DoctorItem presentItem(DoctorItem item, std::string what)
{
    item.state = State::Ok;
    item.found = std::move(what);
    return item;
}

DoctorItem missingItem(DoctorItem item, std::string reason, std::string fix, State state)
{
    item.state = state;
    item.found = std::move(reason);
    item.fix = std::move(fix);
    return item;
}

DoctorItem recorderItem(DoctorItem item)
{
    const auto programs = findPrograms();
    const fs::path found = programs ? findInjection(*programs) : fs::path();
    return found.empty()
        ? missingItem(std::move(item),
                      "libkernelloupe-injection.so is missing in the program folder",
                      "build with the preset gpu-node where the CUDA Toolkit is")
        : presentItem(std::move(item), found.string());
}

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
            recorderItem({"injection",
                          "Activity recorder",
                          {},
                          {},
                          "timing benchmarks in Python by the GPU",
                          {}}),
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
