// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/build/cpubuild.h"

namespace loupe {

namespace {

constexpr std::int64_t gccMemory = 4LL << 30; // cc1plus with heavy templates

} // namespace

Result<NativeBuild> buildForCpu(const std::string &source, const CpuToolchain &toolchain,
                                const std::filesystem::path &cache, SandboxMode mode,
                                const SubjectLimits &limits, std::stop_token stop)
{
    NativeCompiler compiler;
    compiler.sourceName = "candidate.cpp";
    compiler.command = {toolchain.compiler.string()};
    compiler.command.insert(compiler.command.end(), toolchain.flags.begin(), toolchain.flags.end());
    for (const std::string &argument :
         {std::string("-fdiagnostics-color=never"), "-I" + toolchain.abiFolder.string(),
          std::string("-o"), std::string(NativeCompiler::libraryName), compiler.sourceName})
        compiler.command.push_back(argument);
    if (!toolchain.compiler.string().starts_with("/usr/")) // a separate prefix with bin/ and lib/
        compiler.readable = {toolchain.compiler.parent_path().parent_path()};
    compiler.abiFolder = toolchain.abiFolder;
    compiler.headers = {"loupe_kernel.h"};
    compiler.identity = {"cpu build 1", toolchain.version, toolchain.flags, toolchain.targetCpu,
                         toolchain.compiler.string()};
    compiler.memoryBytes = gccMemory;
    return buildNative(source, compiler, cache, mode, limits, std::move(stop));
}

} // namespace loupe
