// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/python/pythonworkerspec.h"

#include "core/base/environment.h"
#include "core/platforms/host/devicenodes.h"
#include "core/platforms/host/hostlimits.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <thread>
#include <utility>
#include <vector>

namespace loupe {

namespace {

namespace fs = std::filesystem;

constexpr int sparesForBuilds = 32; ///< compilers and their child processes

/// Puts our wrappers in front of the compilers of torch's extensions.
void useThinHeaders(std::map<std::string, std::string> &variables, const PythonEnvironment &python,
                    const PythonSettings &settings)
{
    std::error_code failed;
    const fs::path wrappers = fs::absolute(settings.workerFolder, failed) / "compilers";
    const std::string home = environmentVariable("CUDA_HOME");
    variables["KLOUPE_COMPILER_PYTHON"] = python.interpreter.string();
    variables["KLOUPE_CXX"] = std::exchange(variables["CXX"], (wrappers / "c++").string());
    variables["KLOUPE_NVCC"]
        = (home.empty() ? fs::path("/usr/local/cuda") : fs::path(home)) / "bin/nvcc";
    variables["PYTORCH_NVCC"] = (wrappers / "nvcc").string();
}

std::map<std::string, std::string> environmentOf(const PythonEnvironment &python,
                                                 const PythonSettings &settings,
                                                 const std::string &scratch)
{
    const std::string threads = std::to_string(threadsOf(settings));
    std::string programs;
    for (const fs::path &folder : settings.toolFolders)
        programs.append(folder.string()).append(":");
    programs += python.interpreter.parent_path().string();
    for (const char *folder : usualProgramFolders)
        programs.append(":").append(folder);
    std::map<std::string, std::string> out{
        {"PATH", programs},
        {"LANG", "C.UTF-8"},
        {"HOME", scratch},
        {"TMPDIR", scratch},
        {"USER", "loupe"}, // torch queries it, and the sandbox's user has no name
        {"LOGNAME", "loupe"},
        {"XDG_CACHE_HOME", scratch + "/cache"},
        {"TORCH_EXTENSIONS_DIR", scratch + "/extensions"},
        {"TORCHINDUCTOR_CACHE_DIR", scratch + "/inductor"},
        {"TRITON_CACHE_DIR", scratch + "/triton"},
        {"CUDA_CACHE_PATH", scratch + "/cuda"},
        {"OMP_NUM_THREADS", threads},
        // After a pause two threads may share a processor, where one spins for the other: some 5 ms
        // by default, longer than a block of calls.
        {"GOMP_SPINCOUNT", "6000"},
        // Result memory is reused by the next call. Returning it to the system and mapping it anew
        // costs more than many kernels, and processes differ in doing so.
        {"MALLOC_MMAP_THRESHOLD_", "33554432"},
        {"MALLOC_TRIM_THRESHOLD_", "2147483648"},
        {"OPENBLAS_NUM_THREADS", threads},
        {"MKL_NUM_THREADS", threads},
        {"CXX", "g++"},                     // the compiler of torch itself
        {"TORCH_NO_COMPILER_WRAPPER", "1"}, // ccache is useless in a sandbox that is wiped
        {"MAX_JOBS", threads},
        {"XLA_PYTHON_CLIENT_PREALLOCATE", "false"}};
    if (settings.thinHeaders)
        useThinHeaders(out, python, settings);
    if (!isGpu(settings))
        out["JAX_PLATFORMS"] = "cpu";
    else
        out["NVCC_APPEND_FLAGS"] = "-lineinfo"; // for the source level; the code stays the same
    if (settings.interpretTriton)
        out["TRITON_INTERPRET"] = "1";
    passVariables({"CUDA_HOME", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH"}, out);
    if (!settings.injection.empty())
        out["CUDA_INJECTION64_PATH"] = settings.injection.string();
    for (const auto &[name, value] : settings.variables)
        out[name] = value;
    return out;
}

/// Returns the nodes of the GPU and the shared ones: the sandbox's own /dev has none.
std::vector<fs::path> gpuDevices(const PythonSettings &settings)
{
    std::vector<std::string> beginnings = settings.deviceNodes;
    if (beginnings.empty())
        beginnings = {"nvidia"};
    return deviceNodes(beginnings, settings.hiddenNodes);
}

void addLimits(ChildSpec &spec, const PythonSettings &settings)
{
    spec.treeMemoryBytes = treeMemory(settings.limits);
    // The other limits are set by each child, because the server lives longer and imports more.
    spec.processes = std::max(settings.limits.processes,
                              threadsOf(settings) + sparesForThreads + sparesForBuilds);
}

} // namespace

int threadsOf(const PythonSettings &settings)
{
    if (settings.threads > 0)
        return settings.threads;
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

bool isGpu(const PythonSettings &settings)
{
    return settings.device != "cpu";
}

ChildSpec pythonWorkerSpec(const PythonEnvironment &environment, const PythonSettings &settings,
                           const std::string &scratch)
{
    std::error_code failed;
    const fs::path worker = fs::absolute(settings.workerFolder, failed);
    ChildSpec spec;
    spec.argv = {environment.interpreter.string(), "-I", "-B", worker.string()};
    spec.readOnly = environment.roots;
    spec.readOnly.push_back(worker);
    if (!environment.bytecode.empty()) {
        spec.argv.insert(spec.argv.begin() + 1,
                         {"-X", "pycache_prefix=" + environment.bytecode.string()});
        spec.readOnly.push_back(environment.bytecode);
    }
    spec.readOnly.insert(spec.readOnly.end(), settings.readable.begin(), settings.readable.end());
    if (!settings.injection.empty())
        spec.readOnly.push_back(settings.injection);
    if (!settings.draws.empty())
        spec.readOnly.push_back(settings.draws);
    if (isGpu(settings))
        spec.devices = gpuDevices(settings);
    spec.mode = settings.mode;
    spec.environment = environmentOf(environment, settings, scratch);
    addLimits(spec, settings);
    return spec;
}

} // namespace loupe
