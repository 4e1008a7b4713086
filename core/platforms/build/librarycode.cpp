// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/build/librarycode.h"

#include "core/analysis/text/modulecode.h"
#include "core/base/files.h"
#include "core/base/untrustedfile.h"
#include "core/sandbox/childprocess.h"

#include <chrono>
#include <string>
#include <utility>

#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds disassemblyTime{8};
constexpr std::int64_t disassemblyMemory = 4LL << 30;
constexpr std::int64_t disassemblyFile = 64LL << 20;
constexpr int disassemblyProcesses = 16;

/// nvdisasm reads one kernel file at a time, and cuobjdump names the files itself.
constexpr const char *unpackLibrary
    = "cuobjdump -xelf all candidate.so; cuobjdump -xptx all candidate.so\n"
      "cuobjdump -res-usage candidate.so > usage\n"
      "c++filt < usage > readable\n"
      "for file in *.cubin; do nvdisasm -c -gi \"$file\"; done > sass\n"
      "cat *.ptx > ptx\n";

std::vector<GeneratedCode> onlyNote(std::string note)
{
    return {{{}, {}, {}, {}, {}, {}, std::move(note)}};
}

ChildSpec disassembly(const CudaToolchain &toolchain, const fs::path &scratch, SandboxMode mode)
{
    ChildSpec spec;
    spec.argv = {"/bin/sh", "-c", unpackLibrary};
    spec.environment
        = {{"PATH", toolchain.compiler.parent_path().string() + ":/usr/bin:/bin"},
           {"LC_ALL", "C.UTF-8"},
           {"TMPDIR", mode == SandboxMode::None ? scratch.string() : std::string("/tmp")}};
    if (!toolchain.root.string().starts_with("/usr/"))
        spec.readOnly = {toolchain.root};
    spec.scratch = scratch;
    spec.mode = mode;
    spec.memoryBytes = disassemblyMemory;
    spec.treeMemoryBytes = disassemblyMemory;
    spec.cpuSeconds = 2 * static_cast<double>(disassemblyTime.count());
    spec.fileBytes = disassemblyFile;
    spec.processes = disassemblyProcesses;
    return spec;
}

/// Returns the beginning of a written text; empty if the programs did not write it.
std::string writtenText(const fs::path &folder, const char *name)
{
    auto file = UntrustedFile::open(folder, folder / name);
    auto text = file ? file->readSome(maxGeneratedTexts) : file.error();
    return text ? std::move(*text) : std::string();
}

} // namespace

Result<std::vector<GeneratedCode>> codeOfLibrary(const fs::path &library,
                                                 const CudaToolchain &toolchain, SandboxMode mode,
                                                 std::stop_token stop)
{
    for (const char *name : {"cuobjdump", "nvdisasm"}) {
        const fs::path program = toolchain.compiler.parent_path() / name;
        if (access(program.c_str(), X_OK) != 0)
            return onlyNote("the CUDA Toolkit has no " + program.string());
    }
    const auto scratch = TemporaryFolder::create("loupe-code");
    if (!scratch)
        return onlyNote(scratch.error().message);
    std::error_code failed;
    fs::copy_file(library, scratch->path() / "candidate.so", failed);
    if (failed)
        return onlyNote("the built library cannot be copied: " + failed.message());
    const auto child = ChildProcess::start(disassembly(toolchain, scratch->path(), mode));
    if (!child)
        return onlyNote(child.error().message);
    const ChildEnd end
        = (*child)->wait(std::chrono::steady_clock::now() + disassemblyTime, std::move(stop));
    if (end.kind == ChildEnd::Kind::Cancelled)
        return Error{Errc::Cancelled, "stopped on request"};
    ModuleTexts texts;
    texts.ptx = writtenText(scratch->path(), "ptx");
    texts.disassembly = writtenText(scratch->path(), "sass");
    texts.usage = writtenText(scratch->path(), "usage");
    texts.readable = writtenText(scratch->path(), "readable");
    if (end.kind == ChildEnd::Kind::TimedOut)
        texts.note
            = "disassembling took longer than " + std::to_string(disassemblyTime.count()) + " s";
    else if (end.kind != ChildEnd::Kind::Exited || end.memoryKills > 0)
        texts.note = "disassembling was stopped, because it crashed or took more memory or output "
                     "than it may";
    return boundedCode(codeOfModule(texts));
}

} // namespace loupe
