// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/cpubuild.h"

#include "core/base/digest.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/platforms/buildcache.h"
#include "core/platforms/compilerlog.h"
#include "core/sandbox/childprocess.h"

#include <fmt/format.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *sourceName = "candidate.cpp";
constexpr const char *libraryName = "candidate.so";
constexpr std::int64_t compilerMemory = 4LL << 30; // cc1plus with heavy templates
constexpr std::int64_t compilerFile = 64LL << 20;
constexpr int compilerProcesses = 64;

Result<std::string> cacheKey(const std::string &source, const CpuToolchain &toolchain)
{
    const Result<std::string> header = readFile(toolchain.abiFolder / "loupe_kernel.h");
    if (!header)
        return header.error();
    const Json all{
        "cpu build 1",   sha256Hex(source),   sha256Hex(*header),         toolchain.version,
        toolchain.flags, toolchain.targetCpu, toolchain.compiler.string()};
    return sha256Hex(all.dump(-1, ' ', false, Json::error_handler_t::replace));
}

ChildSpec compilation(const CpuToolchain &toolchain, const fs::path &scratch, SandboxMode mode,
                      const SubjectLimits &limits)
{
    ChildSpec spec;
    spec.argv = {toolchain.compiler.string()};
    spec.argv.insert(spec.argv.end(), toolchain.flags.begin(), toolchain.flags.end());
    for (const std::string &argument :
         {std::string("-fdiagnostics-color=never"), "-I" + toolchain.abiFolder.string(),
          std::string("-o"), std::string(libraryName), std::string(sourceName)})
        spec.argv.push_back(argument);
    // A fixed date: the same source gives the same library.
    spec.environment = {{"PATH", "/usr/bin:/bin"},
                        {"LC_ALL", "C.UTF-8"},
                        {"TMPDIR", mode == SandboxMode::None ? scratch.string() : "/tmp"},
                        {"SOURCE_DATE_EPOCH", "0"}};
    spec.readOnly = {toolchain.abiFolder};
    if (!toolchain.compiler.string().starts_with("/usr/")) // an own prefix: bin/ and lib/ of it
        spec.readOnly.push_back(toolchain.compiler.parent_path().parent_path());
    spec.scratch = scratch;
    spec.mode = mode;
    spec.memoryBytes = compilerMemory;
    spec.cpuSeconds = 2 * limits.buildSeconds;
    spec.fileBytes = compilerFile;
    spec.processes = compilerProcesses;
    return spec;
}

std::string firstCause(const CpuBuild &build, const char *otherwise)
{
    for (const Diagnostic &diagnostic : build.diagnostics) {
        if (!diagnostic.isFirstCause)
            continue;
        if (diagnostic.line == 0)
            return diagnostic.message;
        return fmt::format("{}:{}:{}: {}", diagnostic.file, diagnostic.line, diagnostic.column,
                           diagnostic.message);
    }
    return otherwise;
}

/// The sandbox's own programs speak before the compiler does.
bool isSandboxFailure(const ChildEnd &end)
{
    return end.output.starts_with("bwrap: ") || end.output.starts_with("setpriv: ")
        || end.output.starts_with("prlimit: ");
}

CpuBuild judgeBuild(const ChildEnd &end, const SubjectLimits &limits, bool hasLibrary)
{
    CpuBuild build;
    build.log = end.output;
    build.milliseconds = end.wallSeconds * 1e3;
    build.diagnostics = parseCompilerLog(end.output, sourceName);
    if (end.kind == ChildEnd::Kind::TimedOut) {
        build.verdict = Verdict::CompileTimeout;
        build.message
            = fmt::format("the compiler did not finish within {:g} s", limits.buildSeconds);
    } else if (end.kind == ChildEnd::Kind::OutputFlood) {
        build.verdict = Verdict::CompileError;
        build.message = firstCause(build, "the compiler's messages had no end");
    } else if (end.kind == ChildEnd::Kind::Exited && end.code == 0 && hasLibrary) {
        build.verdict = Verdict::Correct;
    } else if (isLinkFailure(end.output)) {
        build.verdict = Verdict::LinkError;
        build.message = firstCause(build, "the linker failed");
    } else {
        build.verdict = Verdict::CompileError;
        build.message = firstCause(build, "the compiler failed without a message");
    }
    return build;
}

/// Whether another attempt would end in the same way.
bool isRepeatable(const ChildEnd &end, const CpuBuild &build)
{
    return build.verdict == Verdict::Correct
        || (end.kind == ChildEnd::Kind::Exited && !isCompilerDeath(end.output));
}

} // namespace

Result<CpuBuild> buildForCpu(const std::string &source, const CpuToolchain &toolchain,
                             const fs::path &cache, SandboxMode mode, const SubjectLimits &limits,
                             std::stop_token stop)
{
    if (source.find_first_not_of(" \t\r\n\f\v") == std::string::npos) {
        CpuBuild empty;
        empty.verdict = Verdict::EmptySubmission;
        empty.message = "the source is empty";
        return empty;
    }
    const Result<std::string> key = cacheKey(source, toolchain);
    if (!key)
        return key.error();
    const BuildCache builds(cache);
    if (std::optional<CpuBuild> found = builds.find(*key))
        return *std::move(found);

    const Result<TemporaryFolder> scratch = TemporaryFolder::create("loupe-build");
    if (!scratch)
        return scratch.error();
    if (Status written = writeFileAtomic(scratch->path() / sourceName, source); !written)
        return written.error();
    const Result<std::unique_ptr<ChildProcess>> child
        = ChildProcess::start(compilation(toolchain, scratch->path(), mode, limits));
    if (!child)
        return child.error();
    const auto deadline = std::chrono::steady_clock::now()
        + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                              std::chrono::duration<double>(limits.buildSeconds));
    const ChildEnd end = (*child)->wait(deadline, std::move(stop));
    if (end.kind == ChildEnd::Kind::Cancelled)
        return Error{Errc::Cancelled, "stopped on request", {}, {}, {}};
    if (isSandboxFailure(end))
        return Error{Errc::Environment,
                     "the sandbox did not start the compiler",
                     {},
                     "kloupe doctor says what is missing",
                     end.output};

    const fs::path library = scratch->path() / libraryName;
    std::error_code failed;
    const bool hasLibrary = fs::is_regular_file(fs::symlink_status(library, failed));
    CpuBuild build = judgeBuild(end, limits, hasLibrary);
    if (!isRepeatable(end, build))
        return build;
    const fs::path built = build.verdict == Verdict::Correct ? library : fs::path();
    return builds.keep(*key, std::move(build), built);
}

} // namespace loupe
