// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"
#include "core/base/json.h"
#include "core/suites/layout/layoutreader.h"
#include "core/suites/text/jsonelements.h"
#include "core/suites/text/pythontext.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view npuPrefix = "npukernelbench_level";

/// Returns "reference" of a checkout, or `folder` itself if it is that.
fs::path referenceFolder(const fs::path &folder)
{
    return folder.filename() == "reference" ? folder : folder / "reference";
}

bool recognisesMultiKernelBench(const fs::path &folder)
{
    const auto categories = foldersIn(referenceFolder(folder));
    return std::any_of(categories.begin(), categories.end(), [&](const fs::path &category) {
        const auto files = filesIn(category, ".py");
        return std::any_of(files.begin(), files.end(), [&](const fs::path &file) {
            const auto text = readSuiteFile(folder, file);
            return text && pythonOutline(*text).defines("Model");
        });
    });
}

/// Cases of an NPUKernelBench task: JSON lines in a file next to the reference, which opens it.
struct Cases {
    std::string text;
    std::size_t count = 0;
};

class MultiKernelBenchReader
{
public:
    explicit MultiKernelBenchReader(Benchmark &benchmark) : m_benchmark(benchmark) { }

    void readAll()
    {
        for (const fs::path &category : foldersIn(referenceFolder(m_benchmark.folder))) {
            for (const fs::path &file : taskFilesIn(category, ".py", m_benchmark)) {
                if (file.filename().string().front() != '_')
                    readTask(file, category.filename().string());
            }
        }
    }

private:
    void problem(const fs::path &file, int line, const std::string &task, const std::string &reason,
                 const std::string &hint)
    {
        m_benchmark.problems.push_back({file, line, task, reason, hint});
    }

    std::optional<Cases> readCases(const fs::path &file, const std::string &task)
    {
        auto text = readSuiteFile(m_benchmark.folder, file);
        if (!text) {
            problem(file, 0, task, text.error().message,
                    "the reference reads its cases from it: restore it from the repository");
            return std::nullopt;
        }
        Cases cases;
        for (const JsonElement &element : jsonElements(*text)) {
            const auto value = parseElement(element, file.string());
            if (!value || !value->is_object() || !value->contains("inputs")) {
                problem(file, element.line, task,
                        value ? "the case has no \"inputs\"" : value.error().message,
                        "the reference reads every line of it: correct this one");
                return std::nullopt;
            }
            ++cases.count;
        }
        cases.text = std::move(*text);
        return cases;
    }

    void readTask(const fs::path &file, const std::string &category)
    {
        const std::string op = file.stem().string();
        BenchmarkTask task;
        task.task.name = category + "/" + op;
        auto source = readSuiteFile(m_benchmark.folder, file);
        if (!source)
            return problem(file, 0, task.task.name, source.error().message,
                           "restore the file from the checkout's repository");
        const PythonOutline outline = pythonOutline(*source);
        const bool hasGroups = outline.defines("get_input_groups");
        if (!outline.defines("Model") || !(hasGroups || outline.defines("get_inputs"))
            || !outline.defines("get_init_inputs"))
            return problem(file, 0, task.task.name,
                           "the task does not define Model, get_init_inputs and get_inputs",
                           "restore the file from the checkout's repository");
        if (!m_ops.insert(op).second)
            return problem(file, 0, task.task.name, "another category has an operator " + op,
                           "the file's name identifies the task: rename one of them");
        std::string definition = *source;
        if (hasGroups && source->find(".json") != std::string::npos) {
            const auto cases = readCases(file.parent_path() / (op + ".json"), task.task.name);
            if (!cases)
                return;
            task.facts["cases"] = cases->count;
            task.facts["reads_folder"] = true;
            definition.append(1, '\0').append(cases->text);
        }
        task.task.category = category;
        if (category.rfind(npuPrefix, 0) == 0 && category.size() == npuPrefix.size() + 1)
            task.task.level = category.back() - '0';
        task.task.title = op;
        task.task.hash = sha256Hex(definition);
        task.task.reference = *source;
        task.file = file;
        task.implementation = std::move(*source);
        task.entry = "Model";
        task.facts["op"] = op;
        task.facts["inputs"] = hasGroups ? "get_input_groups" : "get_inputs";
        task.facts["imports"] = outline.imports;
        if (task.implementation.find("torch_npu") != std::string::npos)
            addDefect(task, false,
                      "the reference calls torch_npu and runs on an Ascend device only");
        m_benchmark.tasks.push_back(std::move(task));
    }

    Benchmark &m_benchmark;
    std::set<std::string> m_ops;
};

bool hasCategory(const Benchmark &benchmark, std::string_view prefix)
{
    return std::any_of(
        benchmark.tasks.begin(), benchmark.tasks.end(),
        [&](const BenchmarkTask &task) { return task.task.category.rfind(prefix, 0) == 0; });
}

/// Returns the protocol of one of four versions, which differ in tasks, inputs and tolerances
/// (specification, table of versions).
std::string protocolOfMultiKernelBench(const Benchmark &benchmark)
{
    if (hasCategory(benchmark, npuPrefix))
        return "multikernelbench-2026-05";
    const fs::path root = referenceFolder(benchmark.folder).parent_path();
    const auto comparison = readSuiteFile(root, root / "utils" / "correctness.py");
    const bool isTight = comparison
        && (comparison->find("1e-04") != std::string::npos
            || comparison->find("1e-4") != std::string::npos);
    if (isTight)
        return "multikernelbench-2026-01";
    return hasCategory(benchmark, "attention") ? "multikernelbench-2025-11"
                                               : "multikernelbench-2025-07";
}

void readMultiKernelBench(Benchmark &benchmark)
{
    MultiKernelBenchReader(benchmark).readAll();
    benchmark.protocol = protocolOfMultiKernelBench(benchmark);
    // The audit used inputs in [0, 1); the first version drew normal ones.
    if (benchmark.protocol != "multikernelbench-2025-07")
        addKnownDefects(benchmark);
}

} // namespace

const LayoutReader &multiKernelBenchReader()
{
    static const LayoutReader reader{SuiteLayout::MultiKernelBench,
                                     "reference/<category>/<op>.py that defines Model",
                                     recognisesMultiKernelBench, readMultiKernelBench};
    return reader;
}

} // namespace loupe
