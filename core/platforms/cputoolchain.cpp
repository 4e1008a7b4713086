// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"
#include "core/platforms/cpubuild.h"
#include "core/sandbox/childprocess.h"

#include <cstdlib>

#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr auto patience = std::chrono::seconds(60);

/// The absolute path of a program named like in a shell; empty when there is none.
fs::path findProgram(const std::string &name)
{
    if (name.empty())
        return {};
    if (name.find('/') != std::string::npos)
        return access(name.c_str(), X_OK) == 0 ? fs::absolute(name) : fs::path();
    const char *variable = std::getenv("PATH"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    std::string folders = variable == nullptr ? "/usr/bin:/bin" : variable;
    for (std::size_t begin = 0; begin <= folders.size();) {
        const std::size_t end = std::min(folders.find(':', begin), folders.size());
        fs::path path = fs::path(folders.substr(begin, end - begin)) / name;
        if (path.is_absolute() && access(path.c_str(), X_OK) == 0)
            return path;
        begin = end + 1;
    }
    return {};
}

/// $CXX without a launcher in front of it ("ccache g++").
std::string compilerFromEnvironment()
{
    const char *variable = std::getenv("CXX"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    std::string text = variable == nullptr ? "" : variable;
    return text.substr(text.rfind(' ') + 1);
}

Result<std::string> outputOf(const fs::path &program, const std::vector<std::string> &arguments)
{
    ChildSpec spec;
    spec.argv = {program.string()};
    spec.argv.insert(spec.argv.end(), arguments.begin(), arguments.end());
    spec.environment = {{"PATH", "/usr/bin:/bin"}, {"LC_ALL", "C.UTF-8"}};
    spec.mode = SandboxMode::None; // the user's own compiler on nobody's source
    spec.keptOutputBytes = 1 << 20;
    const Result<std::unique_ptr<ChildProcess>> child = ChildProcess::start(spec);
    if (!child)
        return child.error();
    const ChildEnd end = (*child)->wait(std::chrono::steady_clock::now() + patience, {});
    if (end.kind != ChildEnd::Kind::Exited || end.code != 0)
        return Error{Errc::Environment, "the compiler does not work", program.string(),
                     "apt install g++", end.output};
    return end.output;
}

/// The processor as the compiler sees it, and a digest of everything it switches on for it.
Result<std::string> targetCpu(const fs::path &compiler)
{
    const Result<std::string> macros
        = outputOf(compiler, {"-march=native", "-dM", "-E", "-x", "c++", "/dev/null"});
    if (!macros)
        return macros.error();
    std::string text = "native";
    if (const Result<std::string> target
        = outputOf(compiler, {"-march=native", "-Q", "--help=target"})) {
        if (const std::size_t option = target->find("-march="); option != std::string::npos) {
            const std::size_t begin = target->find_first_not_of(" \t", option + 7);
            const std::size_t end = target->find_first_of(" \t\n", begin);
            if (begin != std::string::npos)
                text = target->substr(begin, end - begin);
        }
    }
    return text + " " + sha256Hex(*macros).substr(0, 16);
}

} // namespace

Result<CpuToolchain> findCpuToolchain(const fs::path &abiFolder)
{
    std::error_code failed;
    CpuToolchain toolchain;
    toolchain.abiFolder = fs::absolute(abiFolder, failed);
    if (!fs::exists(toolchain.abiFolder / "loupe_kernel.h", failed))
        return Error{Errc::NotFound,
                     "the header of the native interface is missing",
                     (toolchain.abiFolder / "loupe_kernel.h").string(),
                     "give the tasks/abi folder of KernelLoupe",
                     {}};
    for (const std::string &name :
         {compilerFromEnvironment(), std::string("g++"), std::string("clang++")}) {
        toolchain.compiler = findProgram(name);
        if (!toolchain.compiler.empty())
            break;
    }
    if (toolchain.compiler.empty())
        return Error{Errc::Environment,
                     "there is no C++ compiler to build candidates with",
                     {},
                     "apt install g++",
                     {}};
    const Result<std::string> version = outputOf(toolchain.compiler, {"--version"});
    if (!version)
        return version.error();
    toolchain.version = version->substr(0, version->find('\n'));
    toolchain.flags = {"-O3",     "-march=native", "-std=c++20",          "-fopenmp",
                       "-shared", "-fPIC",         "-fvisibility=hidden", "-Wl,-z,defs"};
    Result<std::string> cpu = targetCpu(toolchain.compiler);
    if (!cpu)
        return cpu.error();
    toolchain.targetCpu = std::move(cpu).value();
    return toolchain;
}

} // namespace loupe
