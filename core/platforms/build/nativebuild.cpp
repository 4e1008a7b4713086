// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/build/nativebuild.h"

#include "core/analysis/failures/compilerlog.h"
#include "core/base/digest.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/platforms/build/buildcache.h"
#include "core/sandbox/child/childprocess.h"

#include <fmt/format.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t compilerFile = 64LL << 20;
constexpr int compilerProcesses = 64;

Result<std::string> cacheKey(const std::string &source, const NativeCompiler &compiler)
{
    Json all = Json::array({compiler.identity, sha256Hex(source)});
    for (const std::string &name : compiler.headers) {
        const Result<std::string> header = readFile(compiler.abiFolder / name);
        if (!header)
            return header.error();
        all.push_back(sha256Hex(*header));
    }
    return sha256Hex(all.dump(-1, ' ', false, Json::error_handler_t::replace));
}

ChildSpec compilation(const NativeCompiler &compiler, const fs::path &scratch, SandboxMode mode,
                      const SubjectLimits &limits)
{
    ChildSpec spec;
    spec.argv = compiler.command;
    // The fixed date makes builds reproducible.
    spec.environment = {{"PATH", compiler.searchPath},
                        {"LC_ALL", "C.UTF-8"},
                        {"TMPDIR", mode == SandboxMode::None ? scratch.string() : "/tmp"},
                        {"SOURCE_DATE_EPOCH", "0"}};
    spec.readOnly = compiler.readable;
    spec.readOnly.push_back(compiler.abiFolder);
    spec.scratch = scratch;
    spec.mode = mode;
    spec.memoryBytes = compiler.memoryBytes;
    spec.treeMemoryBytes = 2 * compiler.memoryBytes; // a linker next to a compiler
    spec.cpuSeconds = 2 * limits.buildSeconds;
    spec.fileBytes = compilerFile;
    spec.processes = compilerProcesses;
    return spec;
}

std::string firstCause(const NativeBuild &build, const char *otherwise)
{
    for (const Diagnostic &diagnostic : build.diagnostics) {
        if (!diagnostic.isFirstCause)
            continue;
        if (diagnostic.line == 0)
            return diagnostic.message;
        if (diagnostic.column == 0) // nvcc reports no columns
            return fmt::format("{}:{}: {}", diagnostic.file, diagnostic.line, diagnostic.message);
        return fmt::format("{}:{}:{}: {}", diagnostic.file, diagnostic.line, diagnostic.column,
                           diagnostic.message);
    }
    return otherwise;
}

/// Returns true if one of the sandbox's own programs failed; they print before the compiler runs.
bool isSandboxFailure(const ChildEnd &end)
{
    return end.output.starts_with("bwrap: ") || end.output.starts_with("kloupe-confine: ");
}

NativeBuild judgeBuild(const ChildEnd &end, const std::string &sourceName,
                       const SubjectLimits &limits, bool hasLibrary)
{
    NativeBuild build;
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

/// Returns true if another attempt would have the same outcome.
bool isRepeatable(const ChildEnd &end, const NativeBuild &build)
{
    return build.verdict == Verdict::Correct
        || (end.kind == ChildEnd::Kind::Exited && !isCompilerDeath(end.output));
}

} // namespace

Result<NativeBuild> buildNative(const std::string &source, const NativeCompiler &compiler,
                                const fs::path &cache, SandboxMode mode,
                                const SubjectLimits &limits, std::stop_token stop)
{
    if (source.find_first_not_of(" \t\r\n\f\v") == std::string::npos) {
        NativeBuild empty;
        empty.verdict = Verdict::EmptySubmission;
        empty.message = "the source is empty";
        return empty;
    }
    const Result<std::string> key = cacheKey(source, compiler);
    if (!key)
        return key.error();
    const BuildCache builds(cache);
    if (std::optional<NativeBuild> found = builds.find(*key))
        return *std::move(found);

    Result<TemporaryFolder> scratch = TemporaryFolder::create("loupe-build");
    if (!scratch)
        return scratch.error();
    if (Status written = writeFileAtomic(scratch->path() / compiler.sourceName, source); !written)
        return written.error();
    const Result<std::unique_ptr<ChildProcess>> child
        = ChildProcess::start(compilation(compiler, scratch->path(), mode, limits));
    if (!child)
        return child.error();
    const auto deadline = std::chrono::steady_clock::now()
        + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                              std::chrono::duration<double>(limits.buildSeconds));
    const ChildEnd end = (*child)->wait(deadline, std::move(stop));
    if (end.kind == ChildEnd::Kind::Cancelled)
        return Error{Errc::Cancelled, "stopped on request"};
    if (isSandboxFailure(end))
        return Error{.code = Errc::Environment,
                     .message = "the sandbox did not start the compiler",
                     .hint = "kloupe doctor says what is missing",
                     .detail = end.output};

    const fs::path library = scratch->path() / NativeCompiler::libraryName;
    std::error_code failed;
    const bool hasLibrary = fs::is_regular_file(fs::symlink_status(library, failed));
    NativeBuild build = judgeBuild(end, compiler.sourceName, limits, hasLibrary);
    if (build.verdict != Verdict::Correct) {
        if (const auto lack = machineLack(end.output))
            return Error{.code = Errc::Environment,
                         .message = lack->what,
                         .hint = lack->fix,
                         .detail = end.output};
    }
    if (!isRepeatable(end, build))
        return build;
    const fs::path built = build.verdict == Verdict::Correct ? library : fs::path();
    auto kept = builds.keep(*key, build, built);
    if (kept)
        return kept;
    build.library = built;
    build.folder = std::make_shared<const TemporaryFolder>(std::move(*scratch));
    build.cacheProblem = kept.error().text();
    return build;
}

} // namespace loupe
