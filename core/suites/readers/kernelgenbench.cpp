// SPDX-License-Identifier: Apache-2.0
#include "core/base/asciicase.h"
#include "core/base/digest.h"
#include "core/base/json.h"
#include "core/suites/layout/layoutreader.h"
#include "core/suites/text/jsonelements.h"
#include "core/suites/text/pythontext.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *promptPart = "agent_bench/prompts/KernelGenBench";
constexpr const char *sourcePart = "src/kernelgenbench";
constexpr std::string_view torchNamespace = "aten";

bool recognisesKernelGenBench(const fs::path &folder)
{
    const auto prompts = filesIn(folder / promptPart, ".md");
    return std::any_of(prompts.begin(), prompts.end(), [](const fs::path &file) {
        return file.stem().string().find("__") != std::string::npos;
    });
}

bool containsAny(std::string_view text, std::initializer_list<std::string_view> parts)
{
    return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
        return text.find(part) != std::string_view::npos;
    });
}

/// Returns the class of an operator: the first match of the substring tests in the suite's own
/// prompt builder. Its ATen operators have none.
std::string operatorClass(const std::string &space, const std::string &op)
{
    if (space == "cublas") {
        // "cublas" and the precision letter do not determine the class.
        const std::string routine = lowered(op.size() > 7 ? op.substr(7) : op);
        if (containsAny(routine,
                        {"gemm", "symm", "hemm", "syrk", "herk", "syr2k", "her2k", "trmm", "trsm"})
            && !containsAny(routine, {"gemv"}))
            return "level 3";
        if (containsAny(routine,
                        {"gemv", "gbmv", "symv", "hemv", "sbmv", "hbmv", "spmv", "tbmv", "tbsv",
                         "trmv", "trsv", "ger", "her", "syr"}))
            return "level 2";
        if (containsAny(routine, {"asum", "axpy", "copy", "dot", "nrm2", "rot", "scal", "swap"}))
            return "level 1";
        return "extension";
    }
    if (space.rfind("vllm", 0) == 0) {
        if (containsAny(op, {"attention", "paged", "flash", "mla"}))
            return "attention";
        if (containsAny(op, {"quant", "fp8", "int8", "int4", "scale"}))
            return "quantization";
        if (containsAny(op, {"moe"}))
            return "moe";
        return containsAny(op, {"norm"}) ? "norm" : "other";
    }
    return {};
}

/// Returns the names in "- `add.Tensor` (autograd: disable)" below "### Interfaces to Implement".
std::vector<std::string> interfacesOf(std::string_view prompt)
{
    std::vector<std::string> out;
    const std::size_t heading = prompt.find("### Interfaces to Implement");
    if (heading == std::string_view::npos)
        return out;
    std::size_t at = prompt.find('\n', heading);
    while (at != std::string_view::npos) {
        const std::size_t next = prompt.find('\n', at + 1);
        const std::string_view line = prompt.substr(
            at + 1, next == std::string_view::npos ? std::string_view::npos : next - at - 1);
        if (line.rfind("###", 0) == 0)
            break;
        const std::size_t close
            = line.rfind("- `", 0) == 0 ? line.find('`', 3) : std::string_view::npos;
        if (close != std::string_view::npos)
            out.emplace_back(line.substr(3, close - 3));
        at = next;
    }
    return out;
}

/// Returns the operators in the file's test labels: @label("add"), @label(f"add").
std::set<std::string> labelsOf(std::string_view tests)
{
    constexpr std::string_view marker = "@label(";
    std::set<std::string> out;
    for (std::size_t at = tests.find(marker); at != std::string_view::npos;
         at = tests.find(marker, at + 1)) {
        const std::size_t open = tests.find_first_of("\"'", at);
        const std::size_t close
            = open == std::string_view::npos ? open : tests.find(tests[open], open + 1);
        if (close != std::string_view::npos)
            out.emplace(tests.substr(open + 1, close - open - 1));
    }
    return out;
}

class KernelGenBenchReader
{
public:
    explicit KernelGenBenchReader(Benchmark &benchmark)
        : m_benchmark(benchmark)
        , m_source(benchmark.folder / sourcePart)
    {
    }

    void readAll()
    {
        readShared();
        for (const fs::path &prompt :
             taskFilesIn(m_benchmark.folder / promptPart, ".md", m_benchmark))
            readTask(prompt);
    }

private:
    void problem(const fs::path &file, const std::string &task, const std::string &reason)
    {
        m_benchmark.problems.push_back(
            {file, 0, task, reason, "restore the file from the checkout's repository"});
    }

    /// Reads the shared files: one with all ATen tests, two with the descriptions of other
    /// operators.
    void readShared()
    {
        if (const auto tests = readSuiteFile(
                m_benchmark.folder, m_source / "accuracy" / "test_ops_with_benchmark.py")) {
            m_hasTorchTests = true;
            m_labels = labelsOf(*tests);
        }
        for (const char *space : {"vllm", "cublas"}) {
            const fs::path file = m_source / "dataset" / (std::string(space) + "_IMPL_INFO.json");
            const auto text = readSuiteFile(m_benchmark.folder, file);
            if (!text)
                continue;
            const auto json = parseElement({*text, 1}, file.string());
            if (json)
                m_descriptions[space] = *json;
            else
                m_benchmark.problems.push_back({file,
                                                0,
                                                {},
                                                json.error().message,
                                                "the tasks are read without these descriptions"});
        }
    }

    void readTask(const fs::path &prompt)
    {
        const std::string stem = prompt.stem().string();
        const std::size_t border = stem.find("__");
        if (border == std::string::npos)
            return;
        const std::string space = stem.substr(0, border);
        const std::string op = stem.substr(border + 2);
        BenchmarkTask task;
        task.task.name = std::string(space).append("::").append(op);
        const auto text = readSuiteFile(m_benchmark.folder, prompt);
        if (!text)
            return problem(prompt, task.task.name, text.error().message);
        task.task.category = space;
        task.task.title = op;
        task.file = prompt;
        task.entry = op;
        task.facts["interfaces"] = interfacesOf(*text);
        if (const std::string kind = operatorClass(space, op); !kind.empty())
            task.facts["class"] = kind;
        if (space == torchNamespace)
            describeTorchOperator(op, task);
        else if (!readReferenceAndTest(space, op, task))
            return;
        Json description{{"prompt", *text}};
        const auto &described = m_descriptions[space.rfind("vllm", 0) == 0 ? "vllm" : space];
        if (described.is_object() && described.contains(op))
            description["interface"] = described.at(op);
        task.task.specJson = description.dump();
        task.task.reference = task.implementation;
        task.task.hash
            = sha256Hex(task.task.specJson + '\0' + task.implementation + '\0' + task.testSegment);
        m_benchmark.tasks.push_back(std::move(task));
    }

    /// Describes an ATen operator. Its reference is the installed PyTorch, which provides the
    /// signatures at run time.
    void describeTorchOperator(const std::string &op, BenchmarkTask &task) const
    {
        task.facts["reference"] = "torch.ops.aten." + op;
        if (m_hasTorchTests && m_labels.count(op) == 0)
            addDefect(
                task, true,
                "the suite has no test for this operator: its result is neither pass nor fail");
    }

    bool readReferenceAndTest(const std::string &space, const std::string &op, BenchmarkTask &task)
    {
        const fs::path reference = m_source / "dataset" / "baseline" / space / (op + ".py");
        const fs::path test = m_source / "accuracy" / space / ("test_" + op + ".py");
        for (const auto &[file, text] :
             {std::pair(reference, &task.implementation), std::pair(test, &task.testSegment)}) {
            auto content = readSuiteFile(m_benchmark.folder, file);
            if (!content) {
                problem(file, task.task.name, content.error().message);
                return false;
            }
            *text = std::move(*content);
        }
        task.facts["imports"] = pythonOutline(task.implementation).imports;
        return true;
    }

    Benchmark &m_benchmark;
    fs::path m_source;
    bool m_hasTorchTests = false;
    std::set<std::string> m_labels;
    std::map<std::string, Json> m_descriptions;
};

/// Adds the known defects of this version. In the public tree the test for a PyTorch operator looks
/// a namespaced name up in a table without namespaces, so ATen submissions are never installed.
void addKernelGenBenchRemarks(Benchmark &benchmark)
{
    const auto list = readSuiteFile(benchmark.folder,
                                    benchmark.folder / sourcePart / "dataset" / "kernel_list.py");
    const bool isDead = list && list->find("def is_pytorch_op") != std::string::npos
        && list->find("return api in IMPL_INFO") != std::string::npos
        && list->find("removeprefix(\"aten::\")") == std::string::npos;
    if (isDead)
        benchmark.remarks.emplace_back(
            "this version never installs a submission for an ATen operator: operators with names "
            "of "
            "three letters are judged native against native, all others end in an error");
    benchmark.remarks.emplace_back(
        "the suite's second and third check against cheats cannot fire on its own tests");
}

void readKernelGenBench(Benchmark &benchmark)
{
    KernelGenBenchReader(benchmark).readAll();
    benchmark.protocol = "kernelgenbench-2026-06";
    addKnownDefects(benchmark);
    addKernelGenBenchRemarks(benchmark);
}

} // namespace

const LayoutReader &kernelGenBenchReader()
{
    static const LayoutReader reader{SuiteLayout::KernelGenBench,
                                     "agent_bench/prompts/KernelGenBench/<namespace>__<op>.md",
                                     recognisesKernelGenBench, readKernelGenBench};
    return reader;
}

} // namespace loupe
