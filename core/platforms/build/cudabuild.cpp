// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/build/cudabuild.h"

#include "core/base/environment.h"
#include "core/platforms/build/toolprograms.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t nvccMemory = 8LL << 30; // cicc and ptxas with heavy templates

constexpr const char *toolkitFix
    = "install the CUDA Toolkit (developer.nvidia.com/cuda-downloads) and put its bin folder into "
      "PATH, or name its folder in CUDA_HOME";

/// Returns the text after `key`, up to the end of the line or a comma.
std::string valueBehind(const std::string &text, const std::string &key)
{
    const std::size_t at = text.find(key);
    if (at == std::string::npos)
        return {};
    const std::size_t begin = at + key.size();
    return text.substr(begin, text.find_first_of(",\r\n", begin) - begin);
}

/// Returns the folder of nvcc itself. The program found may be a script that starts it, and the
/// sandbox shows only the toolkit's own folders.
fs::path ownFolder(const fs::path &compiler)
{
    std::error_code failed;
    const fs::path found = fs::canonical(compiler, failed).parent_path();
    const auto said = outputOf(compiler, {"--dryrun", "-x", "cu", "-c", "/dev/null"}, toolkitFix);
    const fs::path named = said ? fs::path(valueBehind(*said, "_HERE_=")) : fs::path();
    return named.is_absolute() && access((named / "nvcc").c_str(), X_OK) == 0
        ? fs::canonical(named, failed)
        : found;
}

bool knows(const std::string &list, const std::string &architecture)
{
    std::istringstream lines(list);
    for (std::string line; std::getline(lines, line);) {
        if (line == architecture)
            return true;
    }
    return false;
}

/// Converts "9.0" to nvcc's "sm_90".
std::string architectureOf(std::string computeCapability)
{
    computeCapability.erase(std::remove(computeCapability.begin(), computeCapability.end(), '.'),
                            computeCapability.end());
    return "sm_" + computeCapability;
}

} // namespace

fs::path findCudaProgram(const std::string &name, const CudaToolchain *toolchain,
                         const fs::path &usual)
{
    const std::string home = environmentVariable("CUDA_HOME");
    std::vector<std::string> places;
    if (toolchain != nullptr)
        places.push_back((toolchain->compiler.parent_path() / name).string());
    if (!home.empty())
        places.push_back(home + "/bin/" + name);
    places.insert(places.end(), {name, (usual / "bin" / name).string()});
    for (const std::string &place : places) {
        if (fs::path found = findProgram(place); !found.empty())
            return found;
    }
    return {};
}

Result<fs::path> findCudaCompiler()
{
    const std::string home = environmentVariable("CUDA_HOME");
    if (!home.empty() && findProgram(home + "/bin/nvcc").empty())
        return Error{Errc::Environment, "CUDA_HOME names a folder without bin/nvcc", home,
                     toolkitFix};
    fs::path found = findCudaProgram("nvcc");
    if (found.empty())
        return Error{.code = Errc::Environment,
                     .message = std::string("there is no nvcc in ") + cudaProgramPlaces,
                     .hint = toolkitFix};
    return found;
}

Result<fs::path> findSanitizer(const fs::path &usual)
{
    const fs::path found = findCudaProgram("compute-sanitizer", nullptr, usual);
    if (found.empty())
        return Error{.code = Errc::Environment,
                     .message
                     = std::string("there is no compute-sanitizer in ") + cudaProgramPlaces,
                     .hint = "install it from NVIDIA's repository: apt-get install "
                             "cuda-sanitizer-13-0; the whole CUDA Toolkit has it, too"};
    // The toolkit's bin folder has a script that starts the program of another folder.
    std::error_code failed;
    fs::path itself = fs::canonical(found, failed);
    const fs::path own = itself.parent_path().parent_path() / "compute-sanitizer/compute-sanitizer";
    return access(own.c_str(), X_OK) == 0 ? own : itself;
}

bool needsCudaCompiler(std::string_view source)
{
    const auto has = [&](std::string_view text) { return source.find(text) != source.npos; };
    constexpr std::array<std::string_view, 5> signs{"cuda_sources", "CUDAExtension",
                                                    "with_cuda=True", ".cu'", ".cu\""};
    return has("cpp_extension") && std::ranges::any_of(signs, has) && !has("is_available(");
}

Result<CudaToolchain> findCudaToolchain(const fs::path &abiFolder,
                                        const std::string &computeCapability)
{
    const auto found = findCudaCompiler();
    if (!found)
        return found.error();
    CudaToolchain toolchain;
    const fs::path folder = ownFolder(*found);
    toolchain.compiler = folder / "nvcc";
    toolchain.root = folder.parent_path();
    std::error_code failed;
    toolchain.abiFolder = fs::absolute(abiFolder, failed);
    for (const char *header : {"loupe_kernel.h", "loupe_cuda.h"}) {
        if (!fs::exists(toolchain.abiFolder / header, failed))
            return Error{Errc::NotFound, "a header of the native interface is missing",
                         (toolchain.abiFolder / header).string(),
                         "give the tasks/abi folder of KernelLoupe"};
    }
    const auto version = outputOf(toolchain.compiler, {"--version"}, toolkitFix);
    if (!version)
        return version.error();
    toolchain.version = valueBehind(*version, ", V");
    if (toolchain.version.empty())
        return Error{Errc::Environment, "this nvcc does not say its version",
                     toolchain.compiler.string(), toolkitFix, *version};
    toolchain.architecture = architectureOf(computeCapability);
    const auto known = outputOf(toolchain.compiler, {"--list-gpu-code"}, toolkitFix);
    if (!known)
        return known.error();
    if (!knows(*known, toolchain.architecture))
        return Error{Errc::Environment,
                     "nvcc " + toolchain.version + " does not compile for this GPU ("
                         + toolchain.architecture + ")",
                     toolchain.compiler.string(),
                     "install a CUDA Toolkit of the GPU's generation or newer", *known};
    toolchain.flags = {"-O3",
                       "-std=c++20",
                       "-arch=" + toolchain.architecture,
                       "-shared",
                       "-lineinfo", // positions for the source level; the code stays the same
                       "-Xcompiler=-fPIC,-fvisibility=hidden,-fdiagnostics-color=never",
                       "-Xlinker=-z,defs",
                       "-include=loupe_cuda.h"};
    return toolchain;
}

Result<NativeBuild> buildForCuda(const std::string &source, const CudaToolchain &toolchain,
                                 const fs::path &cache, SandboxMode mode,
                                 const SubjectLimits &limits, std::stop_token stop)
{
    NativeCompiler compiler;
    compiler.sourceName = "candidate.cu";
    compiler.command = {toolchain.compiler.string()};
    compiler.command.insert(compiler.command.end(), toolchain.flags.begin(), toolchain.flags.end());
    for (const std::string &argument :
         {"-I" + toolchain.abiFolder.string(), std::string("-o"),
          std::string(NativeCompiler::libraryName), compiler.sourceName})
        compiler.command.push_back(argument);
    compiler.searchPath = toolchain.compiler.parent_path().string() + ":/usr/bin:/bin";
    if (!toolchain.root.string().starts_with("/usr/"))
        compiler.readable = {toolchain.root};
    compiler.abiFolder = toolchain.abiFolder;
    compiler.headers = {"loupe_kernel.h", "loupe_cuda.h"};
    compiler.identity = {"cuda build 1", toolchain.version, toolchain.flags, toolchain.architecture,
                         toolchain.compiler.string()};
    compiler.memoryBytes = nvccMemory;
    return buildNative(source, compiler, cache, mode, limits, std::move(stop));
}

} // namespace loupe
