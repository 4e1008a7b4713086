// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/build/librarycode.h"

#include "core/analysis/text/modulecode.h"
#include "core/base/files.h"
#include "core/base/untrustedfile.h"
#include "core/sandbox/child/childprocess.h"

#include <chrono>
#include <string>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds disassemblyTime{8};
constexpr std::int64_t disassemblyMemory = 4LL << 30;
constexpr std::int64_t disassemblyFile = 64LL << 20;
constexpr int disassemblyProcesses = 16;

/// nvdisasm reads one kernel file at a time, and cuobjdump names the files itself.
constexpr const char *unpackLibrary
    = "\"$CUOBJDUMP\" -xelf all candidate.so; \"$CUOBJDUMP\" -xptx all candidate.so\n"
      "\"$CUOBJDUMP\" -res-usage candidate.so > usage\n"
      "c++filt < usage > readable\n"
      "for file in *.cubin; do \"$NVDISASM\" -c -gi \"$file\"; done > sass\n"
      "cat *.ptx > ptx\n";

std::vector<GeneratedCode> onlyNote(std::string note)
{
    return {{{}, {}, {}, {}, {}, {}, std::move(note)}};
}

/// Programs that take a library apart.
struct Disassemblers {
    fs::path cuobjdump;
    fs::path nvdisasm;
};

/// Returns a program without links, whose targets the sandbox would not show.
fs::path withoutLinks(const fs::path &program)
{
    std::error_code failed;
    fs::path real = fs::canonical(program, failed);
    return failed ? program : real;
}

ChildSpec disassembly(const Disassemblers &programs, const fs::path &scratch, SandboxMode mode)
{
    ChildSpec spec;
    spec.argv = {"/bin/sh", "-c", unpackLibrary};
    spec.environment
        = {{"PATH", "/usr/bin:/bin"},
           {"CUOBJDUMP", programs.cuobjdump.string()},
           {"NVDISASM", programs.nvdisasm.string()},
           {"LC_ALL", "C.UTF-8"},
           {"TMPDIR", mode == SandboxMode::None ? scratch.string() : std::string("/tmp")}};
    for (const fs::path &program : {programs.cuobjdump, programs.nvdisasm}) {
        if (!program.string().starts_with("/usr/"))
            spec.readOnly.push_back(program.parent_path());
    }
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
    const Disassemblers programs{withoutLinks(findCudaProgram("cuobjdump", &toolchain)),
                                 withoutLinks(findCudaProgram("nvdisasm", &toolchain))};
    if (programs.cuobjdump.empty() || programs.nvdisasm.empty())
        return onlyNote(std::string(programs.cuobjdump.empty() ? "cuobjdump" : "nvdisasm")
                        + " of the CUDA Toolkit is not beside nvcc, nor in " + cudaProgramPlaces);
    const auto scratch = TemporaryFolder::create("loupe-code");
    if (!scratch)
        return onlyNote(scratch.error().message);
    std::error_code failed;
    fs::copy_file(library, scratch->path() / "candidate.so", failed);
    if (failed)
        return onlyNote("the built library cannot be copied: " + failed.message());
    const auto child = ChildProcess::start(disassembly(programs, scratch->path(), mode));
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
