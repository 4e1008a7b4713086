// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest.h"
#include "core/records/kernelbench/kernelbenchformats.h"
#include "core/records/kernelbench/kernelbenchtasks.h"
#include "core/records/reading/batchbuilder.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/jsonoutline.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"
#include "core/suites/layout/layoutreader.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <system_error>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view cudaL1Format = "cuda-l1";
constexpr KernelBenchTaskSet cudaL1TaskSet = KernelBenchTaskSet::Paper;
constexpr const char *cudaL1Method = "CUDA-L1";

struct CudaL1Baseline {
    const char *field;
    const char *name; ///< common name of all imports: eager, torch.compile (default) …
};

constexpr std::array cudaL1Baselines{
    CudaL1Baseline{"score_default", "eager"},
    CudaL1Baseline{"score_torch_compile_default", "torch.compile (default)"},
    CudaL1Baseline{"score_torch_compile_reduce_overhead", "torch.compile (reduce-overhead)"},
    CudaL1Baseline{"score_cuda_graph", "cuda graph"},
    CudaL1Baseline{"score_cudnn", "cudnn"},
};

struct CudaL1Device {
    std::string_view stem;
    const char *name;
};

/// GPU names by file name.
constexpr std::array cudaL1Devices{
    CudaL1Device{"3090", "NVIDIA GeForce RTX 3090"},
    CudaL1Device{"a100", "NVIDIA A100"},
    CudaL1Device{"h100", "NVIDIA H100"},
    CudaL1Device{"h20", "NVIDIA H20"},
    CudaL1Device{"l40", "NVIDIA L40"},
};

std::string cudaL1DeviceOf(std::string_view stem)
{
    const auto found = std::ranges::find(cudaL1Devices, stem, &CudaL1Device::stem);
    return found == cudaL1Devices.end() ? std::string(stem) : found->name;
}

/// One line: a task with its kernel.
struct CudaL1Line {
    int level = 0;
    int problem = 0;
    SharedText reference;
    SharedText code; ///< empty: none given
    std::array<std::optional<double>, cudaL1Baselines.size()> speedups;

    bool hasSpeedup() const
    {
        return std::ranges::any_of(speedups,
                                   [](const auto &speedup) { return speedup.has_value(); });
    }
};

CudaL1Line readCudaL1Fields(const JsonReader &reader, SharedTexts &texts)
{
    CudaL1Line line;
    line.level = recordedCount(reader, "level_id", 0, kernelBenchMaxLevel);
    line.problem = recordedCount(reader, "task_id", 1, kernelBenchMaxNumber);
    line.reference = texts.shared(reader.requiredString("ref_code"));
    line.code = texts.shared(recordedText(reader, "custom_code"));
    for (const char *key : {"cuda_graph_code", "cudnn_code"})
        static_cast<void>(recordedText(reader, key));
    for (std::size_t i = 0; i < cudaL1Baselines.size(); ++i) {
        line.speedups[i] = recordedPositive(reader, cudaL1Baselines[i].field);
        if (!reader.has(cudaL1Baselines[i].field))
            reader.problem(cudaL1Baselines[i].field, "is missing");
    }
    if (line.reference.empty() && reader.has("ref_code"))
        reader.problem("ref_code", "is empty");
    if (line.code.empty() && line.hasSpeedup())
        reader.problem("custom_code", "must be given where a speedup is");
    return line;
}

Task cudaL1Task(const CudaL1Line &line)
{
    Task task = kernelBenchTask(
        line.level, kernelBenchStem(line.level, line.problem, cudaL1TaskSet), cudaL1TaskSet);
    task.hash = sha256Hex(line.reference);
    task.reference = line.reference;
    return task;
}

Evaluation cudaL1Evaluation(const CudaL1Line &line, const std::string &task, std::size_t baseline,
                            const SharedText &text)
{
    Evaluation out;
    out.candidate.task = task;
    out.candidate.method = cudaL1Method;
    out.candidate.source = line.code;
    out.candidate.language = "python";
    out.baseline = cudaL1Baselines[baseline].name;
    out.speedup = line.speedups[baseline];
    out.originalRecord = text;
    if (line.code.empty())
        out.message = "No kernel is recorded for this GPU.";
    else if (!line.hasSpeedup())
        out.message = "Recorded without any speedup.";
    else
        out.verdict = Verdict::Correct;
    if (out.verdict == Verdict::Correct)
        out.message = out.speedup ? "Recorded: right and timed."
                                  : "Recorded: right; no speedup against this baseline is given.";
    return out;
}

class CudaL1Reader
{
public:
    CudaL1Reader(FileTree tree, const ReadOptions &options)
        : m_tree(std::move(tree))
        , m_options(options)
        , m_bad(m_tree.root.string(), options)
    {
    }

    Result<std::vector<RecordBatch>> read()
    {
        for (const ImportedFile &file : m_tree.files)
            m_total += static_cast<std::size_t>(std::ranges::count(file.content.view(), '\n'));
        for (const ImportedFile &file : m_tree.files) {
            if (Status done = readFileOf(file); !done)
                return std::move(done).error();
        }
        return m_bad.finish(std::move(m_runs), std::move(m_tree.files));
    }

private:
    Status readFileOf(const ImportedFile &file)
    {
        const std::string stem(stemOf(file.name));
        const std::string digest = contentDigest(file.content);
        const std::size_t first = m_runs.size();
        for (const CudaL1Baseline &baseline : cudaL1Baselines) {
            m_runs.emplace_back(
                cudaL1Format, m_tree, digest,
                RunPart{kernelBenchSuite(cudaL1TaskSet), stem + ", " + baseline.name,
                        recordedEnvironment(cudaL1DeviceOf(stem), "cuda", {{"file", file.name}})},
                m_options);
            m_runs.back().addMethod(
                {cudaL1Method, "model", "reinforcement learning with contrastive feedback", false});
        }
        std::map<std::pair<int, int>, int> lines; ///< by level and problem
        ReadingWindow window(file.content);
        for (const JsonPart &line : jsonLines(file.content)) {
            readLine(line, file, first, lines);
            window.advance(line.text.size());
            ++m_done;
            if (Status going = m_bad.step(m_done, std::max(m_done, m_total)); !going)
                return going;
        }
        return {};
    }

    void readLine(const JsonPart &part, const ImportedFile &file, std::size_t first,
                  std::map<std::pair<int, int>, int> &lines)
    {
        CudaL1Line line;
        if (!m_bad.readRecord(part, m_tree.place(file), {}, [&](const JsonReader &reader) {
                line = readCudaL1Fields(reader, m_texts);
            }))
            return;
        const auto [known, isNew] = lines.emplace(std::pair(line.level, line.problem), part.line);
        if (!isNew)
            return m_bad.add(
                {placeIn(m_tree.place(file), part) + ":task_id",
                 "this problem is in line " + std::to_string(known->second) + " already"});
        const Task task = cudaL1Task(line);
        for (std::size_t i = 0; i < cudaL1Baselines.size(); ++i) {
            m_runs[first + i].addTask(task);
            m_runs[first + i].add(
                cudaL1Evaluation(line, task.name, i, file.content.part(part.text)));
        }
    }

    FileTree m_tree;
    const ReadOptions &m_options;
    RecordProblems m_bad;
    std::vector<BatchBuilder> m_runs;
    SharedTexts m_texts; ///< sources and references: all runs of a GPU have the same
    std::size_t m_total = 0;
    std::size_t m_done = 0;
};

/// Returns true for JSON lines, although the authors' own files end in ".json".
bool isCudaL1File(const fs::path &file)
{
    if (file.extension() != ".jsonl" && file.extension() != ".json")
        return false;
    const std::string beginning = beginningOf(file);
    return beginning.starts_with('{') && hasKeys(beginning, {"level_id", "task_id", "ref_code"});
}

} // namespace

bool isCudaL1(const fs::path &source)
{
    return isFolder(source) ? std::ranges::any_of(entriesOf(source), isCudaL1File)
                            : isCudaL1File(source);
}

Result<std::vector<RecordBatch>> readCudaL1(const fs::path &source, const ReadOptions &options)
{
    auto tree = readFileTree(
        source,
        [&](std::string_view name) {
            return name.find('/') == std::string_view::npos
                && (name.ends_with(".jsonl") || isCudaL1File(source / name));
        },
        options);
    if (!tree)
        return std::move(tree).error();
    return CudaL1Reader(std::move(*tree), options).read();
}

} // namespace loupe
