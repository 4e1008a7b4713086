// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/build/cpubuild.h"

#include "core/base/digest.h"
#include "core/platforms/build/toolprograms.h"

#include <cstdlib>
#include <string_view>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t gccMemory = 4LL << 30; // cc1plus with heavy templates

constexpr const char *compilerFix = "apt install g++";

/// Returns $CXX without a launcher ("ccache g++").
std::string compilerFromEnvironment()
{
    const char *variable
        = std::getenv("CXX"); // NOLINT(concurrency-mt-unsafe): it is never set here
    std::string text = variable == nullptr ? "" : variable;
    return text.substr(text.rfind(' ') + 1);
}

/// Returns the value of -march=native in GCC's list of options.
std::string marchIn(const std::string &options)
{
    constexpr std::string_view option = "-march=";
    const std::size_t found = options.find(option);
    const std::size_t begin = found == std::string::npos
        ? found
        : options.find_first_not_of(" \t", found + option.size());
    if (begin == std::string::npos)
        return "native";
    return options.substr(begin, options.find_first_of(" \t\n", begin) - begin);
}

/// Returns the compiler's name of the processor, and a digest of all features it enables for it. A
/// GCC that does not answer is an error, because the same machine must not get two names.
Result<std::string> targetCpu(const fs::path &compiler, const std::string &version)
{
    const Result<std::string> macros
        = outputOf(compiler, {"-march=native", "-dM", "-E", "-x", "c++", "/dev/null"}, compilerFix);
    if (!macros)
        return macros.error();
    std::string name = "native";
    if (version.find("clang") == std::string::npos) { // clang has no such option
        const Result<std::string> options
            = outputOf(compiler, {"-march=native", "-Q", "--help=target"}, compilerFix);
        if (!options)
            return options.error();
        name = marchIn(*options);
    }
    return name + " " + sha256Hex(*macros).substr(0, 16);
}

} // namespace

Result<CpuToolchain> findCpuToolchain(const fs::path &abiFolder)
{
    std::error_code failed;
    CpuToolchain toolchain;
    toolchain.abiFolder = fs::absolute(abiFolder, failed);
    if (!fs::exists(toolchain.abiFolder / "loupe_kernel.h", failed))
        return Error{Errc::NotFound, "the header of the native interface is missing",
                     (toolchain.abiFolder / "loupe_kernel.h").string(),
                     "give the tasks/abi folder of KernelLoupe"};
    for (const std::string &name :
         {compilerFromEnvironment(), std::string("g++"), std::string("clang++")}) {
        toolchain.compiler = findProgram(name);
        if (!toolchain.compiler.empty())
            break;
    }
    if (toolchain.compiler.empty())
        return Error{.code = Errc::Environment,
                     .message = "there is no C++ compiler to build candidates with",
                     .hint = compilerFix};
    const Result<std::string> version = outputOf(toolchain.compiler, {"--version"}, compilerFix);
    if (!version)
        return version.error();
    toolchain.version = version->substr(0, version->find('\n'));
    toolchain.flags = {"-O3",     "-march=native", "-std=c++20",          "-fopenmp",
                       "-shared", "-fPIC",         "-fvisibility=hidden", "-Wl,-z,defs"};
    Result<std::string> cpu = targetCpu(toolchain.compiler, toolchain.version);
    if (!cpu)
        return cpu.error();
    toolchain.targetCpu = std::move(cpu).value();
    return toolchain;
}

Result<NativeBuild> buildForCpu(const std::string &source, const CpuToolchain &toolchain,
                                const fs::path &cache, SandboxMode mode,
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
