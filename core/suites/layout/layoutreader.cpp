// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layout/layoutreader.h"

#include "core/base/authoredfiles.h"
#include "core/base/textencoding.h"
#include "core/base/untrustedfile.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// Maximum size of a reference or metadata file.
constexpr std::uintmax_t maxSuiteFileBytes = 64ULL << 20;

/// Returns all entries of a folder that are not ignored, sorted.
std::vector<fs::path> entriesIn(const fs::path &folder)
{
    std::vector<fs::path> out;
    std::error_code failed;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end;
         it.increment(failed)) {
        if (!isIgnoredName(it->path().filename().string()))
            out.push_back(it->path());
    }
    std::sort(out.begin(), out.end());
    return out;
}

} // namespace

const std::vector<const LayoutReader *> &layoutReaders()
{
    static const std::vector<const LayoutReader *> readers{
        &kernelBenchReader(),  &kernelBenchXReader(),     &tritonBenchTReader(),
        &tritonBenchGReader(), &multiKernelBenchReader(), &kernelGenBenchReader()};
    return readers;
}

Result<std::string> readSuiteFile(const fs::path &root, const fs::path &file)
{
    auto text = readUntrustedFile(root, file,
                                  {.maxBytes = maxSuiteFileBytes, .links = FolderLinks::Within});
    return text && file.extension() == ".py" ? pythonSourceAsUtf8(std::move(*text)) : text;
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
    std::vector<fs::path> out = entriesIn(folder);
    std::erase_if(
        out, [&](const fs::path &path) { return path.extension() != extension || isFolder(path); });
    return out;
}

std::vector<fs::path> taskFilesIn(const fs::path &folder, const std::string &extension,
                                  Benchmark &benchmark)
{
    const std::vector<fs::path> all = filesIn(folder, extension);
    std::vector<fs::path> out;
    for (const fs::path &file : all) {
        const auto copy = copyName(file.filename().string());
        const bool isMarked = copy && !copy->mark.starts_with('_'); // "add_copy" may be a task
        if (isMarked && std::binary_search(all.begin(), all.end(), folder / copy->original))
            benchmark.leftOut.push_back({file, 0, {}, copyReason(copy->original, copy->mark), {}});
        else
            out.push_back(file);
    }
    return out;
}

std::vector<fs::path> foldersIn(const fs::path &folder)
{
    std::vector<fs::path> out = entriesIn(folder);
    std::erase_if(
        out, [](const fs::path &path) { return !isFolder(path) || isPythonEnvironment(path); });
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

} // namespace loupe
