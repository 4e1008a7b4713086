// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layout/layoutreader.h"
#include "core/suites/readers/separatedsuite.h"

#include <algorithm>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *metadataName = "kernelbenchx_v1.json";
constexpr const char *filesName = "kernelbenchx";

/// Returns "data" of a checkout, or `folder` itself.
fs::path dataFolder(const fs::path &folder)
{
    return isFile(folder / "data" / metadataName) ? folder / "data" : folder;
}

bool recognisesKernelBenchX(const fs::path &folder)
{
    const fs::path data = dataFolder(folder);
    return isFile(data / metadataName) && isFolder(data / filesName);
}

/// Returns the protocol. NaN equals NaN since 31 May 2026; the paper's numbers are older.
std::string protocolOfKernelBenchX(const fs::path &folder)
{
    const fs::path root = folder.filename() == "data" ? folder.parent_path() : folder;
    const auto comparison = readSuiteFile(root, root / "EVAL" / "1_exe_acc.py");
    const bool isPaper = comparison && comparison->find("equal_nan=True") == std::string::npos;
    return isPaper ? "kernelbench-x-2026-05" : "kernelbench-x-2026-06";
}

/// Six quantization tasks are identified by their folder, which the shipped pipeline never sees.
void addKernelBenchXRemarks(Benchmark &benchmark)
{
    const auto isQuantization
        = [](const BenchmarkTask &task) { return task.task.category == "Quantization"; };
    if (std::any_of(benchmark.tasks.begin(), benchmark.tasks.end(), isQuantization))
        benchmark.remarks.emplace_back("the quantization checker of the shipped pipeline never "
                                       "runs, so unquantised code passes "
                                       "its source check");
    benchmark.remarks.emplace_back(
        "nothing in the shipped pipeline requires Triton: a call of the torch operator passes");
    if (!benchmark.unlisted.empty())
        benchmark.remarks.push_back(
            std::to_string(benchmark.unlisted.size())
            + " tasks on disk are not in the metadata: the suite can compile but never pass them");
}

void readKernelBenchX(Benchmark &benchmark)
{
    const fs::path data = dataFolder(benchmark.folder);
    readSeparatedSuite({data / metadataName, data / filesName, true}, benchmark);
    benchmark.protocol = protocolOfKernelBenchX(benchmark.folder);
    addKnownDefects(benchmark);
    addKernelBenchXRemarks(benchmark);
}

} // namespace

const LayoutReader &kernelBenchXReader()
{
    static const LayoutReader reader{
        SuiteLayout::KernelBenchX,
        "data/kernelbenchx_v1.json and data/kernelbenchx/<Category>/<task>.py",
        recognisesKernelBenchX, readKernelBenchX};
    return reader;
}

} // namespace loupe
