// SPDX-License-Identifier: Apache-2.0
//
// Measures the overhead of remote runs: transferring evaluations one by one as over ssh (through
// pipes, without a network), and merging shards as with Slurm.
#include "core/base/files.h"
#include "core/executors/evaluationjson.h"
#include "core/executors/job.h"
#include "core/executors/shardmerge.h"
#include "core/store/file/storecopy.h"
#include "core/store/write/storewriter.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace loupe;
using Seconds = std::chrono::duration<double>;

template <typename T>
T answer(Result<T> result)
{
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().text().c_str());
        std::exit(1);
    }
    return std::move(result).value();
}

void demand(const Status &status)
{
    if (!status) {
        std::fprintf(stderr, "%s\n", status.error().text().c_str());
        std::exit(1);
    }
}

/// Returns an evaluation like those of the native engine: a dozen trials, some text.
Evaluation usualEvaluation(int number)
{
    Evaluation out;
    out.candidate.task = "Math/task_" + std::to_string(number % 250);
    out.candidate.method = "model";
    out.candidate.sample = number / 250;
    out.candidate.language = "cpp";
    out.candidate.source = "// candidate " + std::to_string(number) + std::string(2000, ' ');
    out.verdict = out.strictVerdict = number % 3 == 0 ? Verdict::WrongValue : Verdict::Correct;
    out.buildLog = "built";
    for (int i = 0; i < 12; ++i) {
        Trial trial;
        trial.index = i;
        trial.caseName = "odd/normal";
        trial.seed = "0123456789abcdef";
        trial.verdict = out.verdict;
        trial.outputs.emplace_back();
        trial.outputs.back().output = "y";
        out.trials.push_back(std::move(trial));
    }
    for (const char *role : {"candidate", "baseline"})
        out.timings.push_back({role, "engine_wall", "even/normal", std::vector(40, 0.125),
                               std::vector(40, 16), 0.001});
    return out;
}

struct RunRows {
    std::unique_ptr<StoreWriter> writer;
    RunId run;
    MethodId method;

    explicit RunRows(const std::filesystem::path &store) : writer(answer(StoreWriter::open(store)))
    {
        Run begun;
        begun.uuid = std::string(32, 'a');
        begun.name = "bench";
        begun.suite = "native";
        begun.origin = "engine";
        begun.profileJson = "{}";
        begun.environment = {"processor", "cpu", "{}"};
        run = answer(writer->beginRun(begun));
        Method method_;
        method_.name = "model";
        method = answer(writer->addMethod(method_));
    }
    void record(const Evaluation &evaluation)
    {
        Task task;
        task.suite = "native";
        task.name = evaluation.candidate.task;
        task.category = "Math";
        task.hash = "00";
        answer(writer->record(run, answer(writer->addTask(task)), method, evaluation));
    }
};

double since(std::chrono::steady_clock::time_point begin)
{
    return Seconds(std::chrono::steady_clock::now() - begin).count();
}

} // namespace

int main(int argc, char **argv)
{
    const int evaluations = argc > 1 ? std::atoi(argv[1]) : 2000;
    const int shards = argc > 2 ? std::atoi(argv[2]) : 8;
    const auto folder = answer(TemporaryFolder::create("bench-executors"));

    auto begin = std::chrono::steady_clock::now();
    {
        RunRows rows(folder.path() / "direct.kloupe");
        for (int i = 0; i < evaluations; ++i)
            rows.record(usualEvaluation(i));
    }
    const double direct = since(begin);
    std::printf("recorded here          %8.0f evaluations/s\n", evaluations / direct);

    std::size_t bytes = 0;
    begin = std::chrono::steady_clock::now();
    for (int i = 0; i < evaluations; ++i) {
        const std::string line = evaluationToJson(usualEvaluation(i)).dump();
        bytes += line.size();
        answer(evaluationFromJson(answer(parseJson(line, "bench"))));
    }
    const double text = since(begin);
    std::printf("to JSON and back       %8.0f evaluations/s, %.1f KiB each\n", evaluations / text,
                static_cast<double>(bytes) / evaluations / 1024);

    const JobFolder job(folder.path() / "job");
    demand(job.create());
    for (int shard = 1; shard <= shards; ++shard) {
        const std::filesystem::path file
            = folder.path() / ("scratch" + std::to_string(shard) + ".kloupe");
        RunRows rows(file);
        demand(rows.writer->transaction([&]() -> Status {
            for (int i = shard - 1; i < evaluations; i += shards)
                rows.record(usualEvaluation(i));
            return rows.writer->setRunState(rows.run, "finished", "now");
        }));
        demand(copyStore(file, job.shardStore(shard)));
        demand(job.writeEnd(shard, {"finished", 0, std::nullopt}));
    }
    RunObserver nobody;
    NodeJob description;
    description.name = "bench";
    description.shards = shards;
    begin = std::chrono::steady_clock::now();
    const auto merge = answer(
        ShardMerge::open(folder.path() / "merged.kloupe", job, description, nobody, evaluations));
    demand(merge->takeNews());
    const double merged = since(begin);
    std::printf("merged from %4d shards %7.0f evaluations/s\n", shards, merge->done() / merged);
    return merge->done() == evaluations ? 0 : 1;
}
