// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelgenbench/kernelgenbenchresults.h"

#include "core/records/kernelgenbench/kgbnames.h"
#include "core/records/kernelgenbench/kgbrun.h"
#include "core/records/reading/sourcefiles.h"

#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

bool isKgbResults(const fs::path &source)
{
    std::error_code ignored;
    if (!fs::is_directory(source, ignored)) {
        const std::string beginning = beginningOf(source);
        return source.extension() == ".json"
            && (!kgbKindOf(beginning).empty()
                || (isKgbTokenReport(source.filename().string()) && beginning.starts_with('{')
                    && beginning.find("\"total\"") != std::string::npos));
    }
    return anyFileBelow(source, [](const fs::path &file) {
        const std::string name = file.filename().string();
        return isKgbFile(name) && name.ends_with(".json") && !kgbKindOf(beginningOf(file)).empty();
    });
}

Result<std::vector<RecordBatch>> readKgbResults(const fs::path &source, const ReadOptions &options)
{
    auto tree = readFileTree(source, isKgbFile, options);
    if (!tree)
        return std::move(tree).error();
    const std::string digest = tree->digest();
    RecordProblems bad(tree->root.string(), options);
    std::vector<BatchBuilder> runs;
    const std::vector<std::string> prefixes = kgbRunFolders(*tree);
    int done = 0;
    for (const std::string &prefix : prefixes) {
        KgbSource run{prefix, {}, digest};
        if (prefixes.size() > 1)
            run.part = prefix.empty() ? "." : prefix.substr(0, prefix.size() - 1);
        if (Status read = readKgbRun(*tree, run, options, bad, runs); !read)
            return std::move(read).error();
        if (Status going = bad.step(++done, static_cast<int>(prefixes.size())); !going)
            return std::move(going).error();
    }
    return bad.finish(std::move(runs), std::move(tree->files));
}

} // namespace loupe
