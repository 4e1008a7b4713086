// SPDX-License-Identifier: Apache-2.0
#include "core/suites/benchmark.h"

#include "core/base/digest.h"
#include "core/base/untrustedfile.h"
#include "core/suites/checkout.h"
#include "core/suites/layoutreader.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

Result<const LayoutReader *> readerFor(const fs::path &folder, std::optional<SuiteLayout> layout)
{
    const auto detected = detectLayout(folder);
    if (!detected)
        return detected.error();
    const SuiteLayout wanted = layout.value_or(*detected);
    if (wanted == SuiteLayout::Native)
        return Error{Errc::Unsupported,
                     "the folder holds native tasks, which are no Python benchmark",
                     folder.string(),
                     {},
                     {}};
    for (const LayoutReader *reader : layoutReaders()) {
        if (reader->layout != wanted)
            continue;
        if (reader->recognises(folder))
            return reader;
        return Error{Errc::InvalidInput,
                     std::string("the folder holds no ") + title(wanted),
                     folder.string(),
                     std::string("looked for ") + reader->lookedFor,
                     {}};
    }
    return Error{Errc::Internal, "a layout has no reader", name(wanted), {}, {}};
}

Error nothingReadable(const Benchmark &benchmark)
{
    std::string detail;
    for (const SuiteProblem &problem : benchmark.problems)
        detail += problem.text() + "\n";
    const SuiteProblem first
        = benchmark.problems.empty() ? SuiteProblem{} : benchmark.problems.front();
    return {Errc::InvalidInput,
            std::string("no task of this ") + title(benchmark.layout) + " folder can be read"
                + (first.reason.empty() ? "" : ": " + first.reason),
            first.file.empty() ? benchmark.folder.string() : first.file.string(), first.hint,
            detail};
}

} // namespace

std::string SuiteProblem::text() const
{
    std::string out = file.string();
    if (line > 0)
        out += ":" + std::to_string(line);
    out += ": " + reason;
    if (!hint.empty())
        out += " (" + hint + ")";
    return out;
}

const BenchmarkTask *Benchmark::find(std::string_view taskName) const
{
    const auto found = std::find_if(tasks.begin(), tasks.end(), [&](const BenchmarkTask &task) {
        return task.task.name == taskName;
    });
    return found == tasks.end() ? nullptr : &*found;
}

const std::vector<const LayoutReader *> &layoutReaders()
{
    static const std::vector<const LayoutReader *> readers{
        &kernelBenchReader(),  &kernelBenchXReader(),     &tritonBenchTReader(),
        &tritonBenchGReader(), &multiKernelBenchReader(), &kernelGenBenchReader()};
    return readers;
}

Result<std::string> readSuiteFile(const fs::path &root, const fs::path &file)
{
    UntrustedLimits limits;
    limits.maxBytes = maxSuiteFileBytes;
    limits.links = FolderLinks::Within;
    return readUntrustedFile(root, file, std::move(limits));
}

bool isFile(const fs::path &path)
{
    std::error_code failed;
    return fs::is_regular_file(path, failed);
}

bool isFolder(const fs::path &path)
{
    std::error_code failed;
    return fs::is_directory(path, failed);
}

std::vector<fs::path> filesIn(const fs::path &folder, const std::string &extension)
{
    std::vector<fs::path> out;
    std::error_code failed;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end;
         it.increment(failed)) {
        if (it->path().extension() == extension && !isFolder(it->path()))
            out.push_back(it->path());
    }
    std::sort(out.begin(), out.end());
    return out;
}

std::vector<fs::path> foldersIn(const fs::path &folder)
{
    std::vector<fs::path> out;
    std::error_code failed;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end;
         it.increment(failed)) {
        if (isFolder(it->path()))
            out.push_back(it->path());
    }
    std::sort(out.begin(), out.end());
    return out;
}

void addDefect(BenchmarkTask &task, bool isUnsound, const std::string &reason)
{
    if (!isUnsound) {
        Json &cautions = task.facts["cautions"];
        if (cautions.is_null())
            cautions = Json::array();
        cautions.push_back(reason);
        return;
    }
    task.task.sound = false;
    task.task.soundnessReason
        += task.task.soundnessReason.empty() ? reason : std::string("; ").append(reason);
}

void addDefects(Benchmark &benchmark, std::span<const KnownDefect> defects)
{
    for (const KnownDefect &defect : defects) {
        for (BenchmarkTask &task : benchmark.tasks) {
            if (task.task.name == defect.task)
                addDefect(task, defect.isUnsound, defect.reason);
        }
    }
}

Result<Benchmark> readBenchmark(const fs::path &folder, std::optional<SuiteLayout> layout)
{
    const auto reader = readerFor(folder, layout);
    if (!reader)
        return reader.error();
    Benchmark benchmark;
    benchmark.layout = (*reader)->layout;
    benchmark.name = name(benchmark.layout);
    std::error_code failed;
    benchmark.folder = fs::weakly_canonical(folder, failed);
    if (failed)
        benchmark.folder = folder;
    benchmark.version = checkoutCommit(benchmark.folder);
    (*reader)->read(benchmark);
    if (benchmark.tasks.empty())
        return nothingReadable(benchmark);
    std::string hashes;
    for (BenchmarkTask &task : benchmark.tasks) {
        task.task.suite = benchmark.name;
        task.task.referenceLanguage = "python";
        hashes.append(task.task.name).append(1, '\0').append(task.task.hash).append("\n");
    }
    benchmark.hash = sha256Hex(hashes);
    return benchmark;
}

} // namespace loupe
