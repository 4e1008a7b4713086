// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layout/layoutreader.h"
#include "core/suites/readers/separatedsuite.h"
#include "core/suites/text/pythontext.h"

#include <optional>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// Finds the list and the files of channel "T" or "G": below "data" of a checkout, below `folder`,
/// or with `folder` as the one with the files.
std::optional<SeparatedSuite> find(const fs::path &folder, const std::string &channel)
{
    const std::string files = "TritonBench_" + channel + "_v1";
    fs::path parent = folder.filename() == files ? folder.parent_path() : folder;
    if (isFolder(parent / "data" / files))
        parent /= "data";
    if (!isFolder(parent / files))
        return std::nullopt;
    for (const char *extension : {".jsonl", ".json"}) {
        if (isFile(parent / (files + extension)))
            return SeparatedSuite{parent / (files + extension), parent / files, false};
    }
    return std::nullopt;
}

/// Marks tasks with silent tests. The execution stage compares the output of two processes; two
/// empty outputs are always equal.
void addSilentTests(Benchmark &benchmark)
{
    std::size_t silent = 0;
    for (BenchmarkTask &task : benchmark.tasks) {
        if (calledNames(task.testSegment).contains("print"))
            continue;
        ++silent;
        addDefect(task, false,
                  "the test prints nothing, and the suite's execution stage compares printed text: "
                  "it accepts any result");
    }
    if (silent > 0)
        benchmark.remarks.push_back(
            std::to_string(silent)
            + " tests print nothing, and the suite's execution stage compares "
              "printed text: it accepts any result of theirs");
}

void readTritonBench(Benchmark &benchmark, const std::string &channel, const char *protocol)
{
    if (const auto suite = find(benchmark.folder, channel))
        readSeparatedSuite(*suite, benchmark);
    benchmark.protocol = protocol;
    addSilentTests(benchmark);
}

} // namespace

const LayoutReader &tritonBenchTReader()
{
    static const LayoutReader reader{
        SuiteLayout::TritonBenchT,
        "data/TritonBench_T_v1.jsonl and data/TritonBench_T_v1/<task>.py",
        [](const fs::path &folder) { return find(folder, "T").has_value(); },
        [](Benchmark &benchmark) { readTritonBench(benchmark, "T", "tritonbench-t-1"); }};
    return reader;
}

const LayoutReader &tritonBenchGReader()
{
    static const LayoutReader reader{
        SuiteLayout::TritonBenchG, "data/TritonBench_G_v1.json and data/TritonBench_G_v1/<task>.py",
        [](const fs::path &folder) { return find(folder, "G").has_value(); },
        [](Benchmark &benchmark) { readTritonBench(benchmark, "G", "tritonbench-g-1"); }};
    return reader;
}

} // namespace loupe
