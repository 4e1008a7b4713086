// SPDX-License-Identifier: Apache-2.0
#include "core/base/counted.h"
#include "core/base/digest.h"
#include "core/suites/layout/layoutreader.h"
#include "core/suites/readers/kernelbenchcategories.h"
#include "core/suites/submissions/submissionreader.h"
#include "core/suites/text/pythontext.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *namingHint = "a task is level<number>/<number>_<Name>.py: rename it";

/// Returns the folder that holds level1, level2 …: "KernelBench" of a checkout, or `folder` itself.
fs::path taskRoot(const fs::path &folder)
{
    return isFolder(folder / "KernelBench") ? folder / "KernelBench" : folder;
}

/// Returns the number before the first '_' of a file's stem, as KernelBench's loader does.
std::optional<int> numberOf(const fs::path &file)
{
    const std::string stem = file.stem().string();
    const std::size_t end = stem.find('_');
    if (end == std::string::npos || end == 0)
        return std::nullopt;
    int value = 0;
    const auto [stop, failed] = std::from_chars(stem.data(), stem.data() + end, value);
    if (failed != std::errc() || stop != stem.data() + end)
        return std::nullopt;
    return value;
}

/// Returns the number of a folder named "level<number>".
std::optional<int> levelOf(const fs::path &folder)
{
    const std::string name = folder.filename().string();
    const auto level = numberAfter(name, "level");
    return level && name == "level" + std::to_string(*level) ? level : std::nullopt;
}

bool recognisesKernelBench(const fs::path &folder)
{
    for (const fs::path &level : foldersIn(taskRoot(folder))) {
        if (!levelOf(level))
            continue;
        const auto files = filesIn(level, ".py");
        if (std::any_of(files.begin(), files.end(),
                        [](const fs::path &file) { return numberOf(file).has_value(); }))
            return true;
    }
    return false;
}

/// Returns which definition is missing that the suite's own evaluation needs; empty if none.
std::string missingPart(const PythonOutline &outline)
{
    if (!outline.defines("Model"))
        return "defines no class Model";
    if (!outline.defines("get_inputs"))
        return "defines no function get_inputs";
    if (!outline.defines("get_init_inputs"))
        return "defines no function get_init_inputs";
    return {};
}

void readTask(const fs::path &file, int level, int number, Benchmark &benchmark)
{
    const std::string stem = file.stem().string();
    const std::string identity = "level" + std::to_string(level) + "/" + stem;
    const auto lost = [&](const std::string &reason, const std::string &hint) {
        benchmark.problems.push_back({file, 0, identity, reason, hint});
    };
    auto source = readSuiteFile(benchmark.folder, file);
    if (!source)
        return lost(source.error().message, "restore the file from the checkout's repository");
    const PythonOutline outline = pythonOutline(*source);
    if (const std::string missing = missingPart(outline); !missing.empty())
        return lost("the task " + missing,
                    "a task defines Model, get_inputs and get_init_inputs; restore the file");
    const std::string name = stem.substr(stem.find('_') + 1);
    const KernelBenchKind kind = kernelBenchKind(level, name);
    BenchmarkTask task;
    task.task.name = identity;
    task.task.category = kind.category;
    task.task.level = level;
    task.task.title = name;
    task.task.hash = sha256Hex(*source);
    task.task.reference = *source;
    task.file = file;
    task.implementation = std::move(*source);
    task.entry = "Model";
    task.facts["problem_id"] = number;
    task.facts["content_hash"] = kernelBenchContentHash(task.implementation);
    task.facts["imports"] = outline.imports;
    if (level == 2) {
        task.facts["epilogue"] = kind.epilogue;
        task.facts["fusion_depth"] = kind.epilogue.size();
    }
    if (!kind.tags.empty())
        task.facts["tags"] = kind.tags;
    benchmark.tasks.push_back(std::move(task));
}

/// Returns true if an unread file could be a task, because it defines what a task must.
bool looksLikeTask(const fs::path &file, const Benchmark &benchmark)
{
    const auto source = readSuiteFile(benchmark.folder, file);
    return source && missingPart(pythonOutline(*source)).empty();
}

/// Reports a file of a level without a number; it is a problem if it could be a task.
void nameUnnumbered(const fs::path &file, Benchmark &benchmark)
{
    if (file.stem() == "__init__")
        return;
    const char *reason = "is not read: its name does not begin with a number and \"_\"";
    const bool isTask = looksLikeTask(file, benchmark);
    (isTask ? benchmark.problems : benchmark.leftOut)
        .push_back({file, 0, {}, reason, isTask ? namingHint : ""});
}

/// Reports a folder that is no level but contains tasks.
void nameOtherFolder(const fs::path &folder, Benchmark &benchmark)
{
    const auto files = filesIn(folder, ".py");
    const auto tasks = std::count_if(files.begin(), files.end(), [&](const fs::path &file) {
        return looksLikeTask(file, benchmark);
    });
    if (tasks == 0)
        return;
    const std::string reason = "is not read, with "
        + counted(static_cast<std::size_t>(tasks), "task")
        + " in it: only folders level<number> next to each other are";
    benchmark.problems.push_back({folder, 0, {}, reason, namingHint});
}

void readLevel(const fs::path &folder, int level, Benchmark &benchmark)
{
    std::vector<std::pair<int, fs::path>> files;
    for (const fs::path &file : taskFilesIn(folder, ".py", benchmark)) {
        if (const auto number = numberOf(file))
            files.emplace_back(*number, file);
        else
            nameUnnumbered(file, benchmark);
    }
    std::sort(files.begin(), files.end());
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (i > 0 && files[i - 1].first == files[i].first)
            benchmark.problems.push_back(
                {files[i].second, 0,
                 "level" + std::to_string(level) + "/" + files[i].second.stem().string(),
                 "number " + std::to_string(files[i].first) + " of this level is taken by "
                     + files[i - 1].second.filename().string(),
                 "level and number identify a task: remove or rename one of the two files"});
        else
            readTask(files[i].second, level, files[i].first, benchmark);
    }
}

/// Returns "0.2" from `version = "0.2.0.dev0"` in pyproject.toml or setup.py; empty if neither has
/// it.
std::string packageVersion(const fs::path &root)
{
    for (const char *file : {"pyproject.toml", "setup.py"}) {
        const auto text = readSuiteFile(root, root / file);
        if (!text)
            continue;
        const std::size_t key = text->find("version");
        const std::size_t begin = key == std::string::npos ? key : text->find_first_of("\"'", key);
        if (begin == std::string::npos)
            continue;
        const std::size_t end = text->find_first_not_of("0123456789.", begin + 1);
        const std::string version = text->substr(begin + 1, end - begin - 1);
        const std::size_t firstDot = version.find('.');
        if (firstDot != std::string::npos)
            return version.substr(0, version.find('.', firstDot + 1));
    }
    return {};
}

/// Returns the applicable rules. The paper's task set used other names and sizes under the same
/// numbers.
std::string protocolOfKernelBench(const Benchmark &benchmark)
{
    const auto isPaperTask = [](const BenchmarkTask &task) {
        return task.task.name == "level1/97_CosineSimilarityLoss"
            || task.task.name == "level1/50_Product_reduction_over_a_dimension";
    };
    if (std::any_of(benchmark.tasks.begin(), benchmark.tasks.end(), isPaperTask))
        return "kernelbench-0.0";
    const fs::path root = taskRoot(benchmark.folder);
    const std::string version
        = packageVersion(root == benchmark.folder ? root.parent_path() : benchmark.folder);
    return "kernelbench-" + (version.empty() ? "0.2" : version);
}

void readKernelBench(Benchmark &benchmark)
{
    const fs::path root = taskRoot(benchmark.folder);
    std::map<int, fs::path> levels;
    std::vector<fs::path> others;
    for (const fs::path &folder : foldersIn(root)) {
        if (const auto level = levelOf(folder))
            levels[*level] = folder;
        else
            others.push_back(folder);
    }
    for (const auto &[level, folder] : levels) {
        readLevel(folder, level, benchmark);
        const auto within = foldersIn(folder);
        others.insert(others.end(), within.begin(), within.end());
    }
    for (const fs::path &folder : others)
        nameOtherFolder(folder, benchmark);
    for (const fs::path &file : filesIn(root, ".py")) {
        if (numberOf(file) && looksLikeTask(file, benchmark))
            benchmark.problems.push_back(
                {file, 0, {}, "is not read: it lies in no folder level<number>", namingHint});
    }
    benchmark.protocol = protocolOfKernelBench(benchmark);
    addKnownDefects(benchmark);
}

} // namespace

const LayoutReader &kernelBenchReader()
{
    static const LayoutReader reader{SuiteLayout::KernelBench,
                                     "KernelBench/level1/<number>_<Name>.py (any level)",
                                     recognisesKernelBench, readKernelBench};
    return reader;
}

} // namespace loupe
