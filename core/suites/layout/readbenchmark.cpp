// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layout/readbenchmark.h"

#include "core/base/digest.h"
#include "core/suites/layout/checkout.h"
#include "core/suites/layout/layoutreader.h"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

bool isNative(const fs::path &folder)
{
    for (const fs::path &category : foldersIn(folder)) {
        const auto tasks = foldersIn(category);
        if (std::any_of(tasks.begin(), tasks.end(),
                        [](const fs::path &task) { return isFile(task / "task.json"); }))
            return true;
    }
    return false;
}

Result<const LayoutReader *> readerFor(const fs::path &folder, std::optional<SuiteLayout> layout)
{
    // Detection tries all layouts.
    for (const LayoutReader *reader : layoutReaders()) {
        if (reader->layout == layout && reader->recognises(folder))
            return reader;
    }
    const auto detected = detectLayout(folder);
    if (!detected)
        return detected.error();
    const SuiteLayout wanted = layout.value_or(*detected);
    if (wanted == SuiteLayout::Native)
        return Error{Errc::Unsupported, "the folder has native tasks, not a Python benchmark",
                     folder.string()};
    for (const LayoutReader *reader : layoutReaders()) {
        if (reader->layout != wanted)
            continue;
        if (reader->recognises(folder))
            return reader;
        return Error{Errc::InvalidInput, std::string("the folder holds no ") + title(wanted),
                     folder.string(), std::string("looked for ") + reader->lookedFor};
    }
    return Error{Errc::Internal, "a layout has no reader", name(wanted)};
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

std::vector<SuiteLayout> detectLayouts(const fs::path &folder)
{
    std::vector<SuiteLayout> found;
    if (isNative(folder))
        found.push_back(SuiteLayout::Native);
    for (const LayoutReader *reader : layoutReaders()) {
        if (reader->recognises(folder))
            found.push_back(reader->layout);
    }
    return found;
}

Result<SuiteLayout> detectLayout(const fs::path &folder)
{
    std::error_code failed;
    if (!fs::is_directory(folder, failed))
        return Error{Errc::NotFound, "there is no such suite folder", folder.string(),
                     "give a folder with tasks, such as a checkout of a benchmark"};
    const auto found = detectLayouts(folder);
    if (!found.empty())
        return found.front();
    std::string detail = "native tasks: <Category>/<task>/task.json\n";
    for (const LayoutReader *reader : layoutReaders())
        detail.append(title(reader->layout)).append(": ").append(reader->lookedFor).append("\n");
    return Error{Errc::InvalidInput, "the folder is no suite that this version can read",
                 folder.string(), "give the top folder of a checkout; what was looked for is below",
                 detail};
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

Result<std::vector<Benchmark>> readBenchmarks(const fs::path &folder,
                                              std::optional<SuiteLayout> layout)
{
    std::vector<SuiteLayout> layouts;
    if (layout)
        layouts.push_back(*layout);
    else
        layouts = detectLayouts(folder);
    if (layouts.empty()) {
        const auto unknown = detectLayout(folder);
        return unknown ? Error{Errc::Internal, "a layout was found and lost", folder.string()}
                       : unknown.error();
    }
    std::vector<Benchmark> out;
    for (const SuiteLayout one : layouts) {
        auto benchmark = readBenchmark(folder, one);
        if (!benchmark)
            return benchmark.error();
        out.push_back(std::move(*benchmark));
    }
    return out;
}

} // namespace loupe
