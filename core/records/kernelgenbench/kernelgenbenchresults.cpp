// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelgenbench/kernelgenbenchresults.h"

#include "core/records/kernelgenbench/kernelgenbenchnames.h"
#include "core/records/kernelgenbench/kernelgenbenchrun.h"
#include "core/records/reading/sourcefiles.h"

#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

bool isKernelGenBenchResults(const fs::path &source)
{
    std::error_code ignored;
    if (!fs::is_directory(source, ignored)) {
        const std::string beginning = beginningOf(source);
        return source.extension() == ".json"
            && (!kernelGenBenchKindOf(beginning).empty()
                || (isKernelGenBenchTokenReport(source.filename().string())
                    && beginning.starts_with('{')
                    && beginning.find("\"total\"") != std::string::npos));
    }
    return anyFileBelow(source, [](const fs::path &file) {
        const std::string name = file.filename().string();
        return isKernelGenBenchFile(name) && name.ends_with(".json")
            && !kernelGenBenchKindOf(beginningOf(file)).empty();
    });
}

Result<std::vector<RecordBatch>> readKernelGenBenchResults(const fs::path &source,
                                                           const ReadOptions &options)
{
    auto tree = readFileTree(source, isKernelGenBenchFile, options);
    if (!tree)
        return std::move(tree).error();
    const std::string digest = tree->digest();
    RecordProblems bad(tree->root.string(), options);
    std::vector<BatchBuilder> runs;
    const std::vector<std::string> prefixes = kernelGenBenchRunFolders(*tree);
    int done = 0;
    for (const std::string &prefix : prefixes) {
        KernelGenBenchSource run{prefix, {}, digest};
        if (prefixes.size() > 1)
            run.part = prefix.empty() ? "." : prefix.substr(0, prefix.size() - 1);
        if (Status read = readKernelGenBenchRun(*tree, run, options, bad, runs); !read)
            return std::move(read).error();
        if (Status going = bad.step(++done, static_cast<int>(prefixes.size())); !going)
            return std::move(going).error();
    }
    return bad.finish(std::move(runs), std::move(tree->files));
}

} // namespace loupe
