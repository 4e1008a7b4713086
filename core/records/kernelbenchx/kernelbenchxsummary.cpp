// SPDX-License-Identifier: Apache-2.0
#include "core/records/kernelbenchx/kernelbenchxsummary.h"

#include "core/base/counted.h"
#include "core/base/files.h"
#include "core/records/reading/jsonfields.h"
#include "core/records/reading/recordproblems.h"
#include "core/records/reading/sourcefiles.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr const char *kernelBenchXSummaryFormat = "kernelbench-x";
constexpr int kernelBenchXMaxTasks = 10'000;
constexpr std::uintmax_t kernelBenchXMaxSummaryBytes = 1U << 16U;

/// One of the counts, each a subset of the previous one.
struct KernelBenchXStageCount {
    const char *count;
    const char *rate; ///< percentage of `total`, one decimal
    int tasks = 0;
};

struct KernelBenchXCounts {
    std::string method;
    int total = 0;
    std::array<KernelBenchXStageCount, 3> stages{KernelBenchXStageCount{"call_pass", "call_rate"},
                                                 KernelBenchXStageCount{"exe_pass", "exe_rate"},
                                                 KernelBenchXStageCount{"perf_pass", "perf_rate"}};
    std::vector<std::string> notes;
};

KernelBenchXCounts readKernelBenchXCounts(const JsonReader &reader)
{
    KernelBenchXCounts out;
    out.method = reader.optionalString("method");
    out.total = recordedCount(reader, "total", 1, kernelBenchXMaxTasks);
    int before = out.total;
    for (KernelBenchXStageCount &stage : out.stages) {
        stage.tasks = recordedCount(reader, stage.count, 0, before);
        before = stage.tasks;
        constexpr double rounding = 0.0501;
        const auto rate = measuredNumber(reader, stage.rate);
        if (rate && std::abs(*rate - 100.0 * stage.tasks / out.total) > rounding)
            out.notes.push_back(std::string(stage.rate) + " is not what its counts give");
    }
    for (const char *key : {"avg_speedup_global", "avg_speedup_per_task"}) {
        if (const auto stated = measuredNumber(reader, key))
            out.notes.push_back(std::string(key) + " " + jsonLine(*stated)
                                + " is stated; of which tasks is not recorded");
    }
    return out;
}

Evaluation kernelBenchXCounted(const KernelBenchXCounts &counts, int index)
{
    const auto &[call, exe, perf] = counts.stages;
    Evaluation out;
    out.candidate.language = "python";
    out.flags.emplace_back("from_counts");
    int of = counts.total - call.tasks;
    const char *stage = "did not run to their end";
    if (index < exe.tasks) {
        out.verdict = Verdict::Correct;
        of = exe.tasks;
        stage = "were right";
    } else if (index < call.tasks) {
        out.verdict = Verdict::WrongAnswer;
        of = call.tasks - exe.tasks;
        stage = "ran with a wrong result";
    } else {
        out.verdict = Verdict::BuildFailed;
    }
    out.message = "Recorded as a count: " + std::to_string(of) + " of "
        + counted(static_cast<std::size_t>(counts.total), "task") + " " + stage
        + "; which is not recorded.";
    return out;
}

} // namespace

bool isKernelBenchXSummary(const fs::path &file)
{
    if (file.extension() != ".json")
        return false;
    const std::string beginning = beginningOf(file);
    return beginning.find("\"call_pass\"") != std::string::npos
        && beginning.find("\"exe_pass\"") != std::string::npos
        && beginning.find("\"perf_pass\"") != std::string::npos;
}

Result<std::vector<RecordBatch>> readKernelBenchXSummary(const fs::path &file,
                                                         const ReadOptions &options)
{
    auto content = readFile(file, kernelBenchXMaxSummaryBytes);
    if (!content)
        return content.error();
    RecordProblems problems(file.string(), options);
    const auto json = problems.parsed(*content, file.string());
    std::vector<JsonProblem> found;
    KernelBenchXCounts counts;
    if (json) {
        const JsonReader reader(*json, file.string() + ":1", {}, found);
        counts = readKernelBenchXCounts(reader);
    }
    if (problems.accept(std::move(found)); !problems.all().empty())
        return problems.verdict(0).error(); // the only record
    std::vector<ImportedFile> files{{file.filename().string(), std::move(*content)}};
    const std::string folder = nameOf(folderAround(file));
    const std::string method = counts.method.empty() ? folder : counts.method;
    BatchSource source;
    source.format = kernelBenchXSummaryFormat;
    source.suite = "kernelbench-x";
    source.path = file;
    source.name = kernelBenchXSummaryFormat + (" " + method) + " summary";
    source.identity = method;
    BatchBuilder builder(source, digestOf(files), options);
    builder.addMethod({method, "agent", "as its summary names it", false});
    for (int index = 0; index < counts.total; ++index) {
        Task task;
        task.suite = source.suite;
        task.name = "not named/" + std::to_string(index + 1);
        task.category = "unknown";
        task.title = task.name;
        task.referenceLanguage = "python";
        Evaluation evaluation = kernelBenchXCounted(counts, index);
        evaluation.candidate.task = task.name;
        evaluation.candidate.method = method;
        evaluation.originalRecord = files.front().content;
        builder.addTask(std::move(task));
        builder.add(std::move(evaluation));
    }
    RecordBatch &batch = builder.batch();
    batch.notes = counts.notes;
    batch.notes.push_back("the file holds counts: which tasks they are of is not recorded, nor the "
                          "times of the "
                          + std::to_string(counts.stages.back().tasks) + " that were timed");
    return problems.finish(std::move(builder), std::move(files));
}

} // namespace loupe
