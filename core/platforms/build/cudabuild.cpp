// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/build/cudabuild.h"

namespace loupe {

namespace {

constexpr std::int64_t nvccMemory = 8LL << 30; // cicc and ptxas with heavy templates

} // namespace

Result<NativeBuild> buildForCuda(const std::string &source, const CudaToolchain &toolchain,
                                 const std::filesystem::path &cache, SandboxMode mode,
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
