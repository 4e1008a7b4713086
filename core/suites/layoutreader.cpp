// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layoutreader.h"

#include "core/base/untrustedfile.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

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

} // namespace loupe
