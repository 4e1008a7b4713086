// SPDX-License-Identifier: Apache-2.0
//
// Simulates a study on a large cluster. Measures merging the stores of many shards in waves and
// parsing Slurm's answer, and shows how even the shards are for random item times.
#include "core/base/files.h"
#include "core/engine/request/plan.h"
#include "core/executors/job.h"
#include "core/executors/shardmerge.h"
#include "core/executors/slurmstates.h"
#include "core/store/write/storewriter.h"

#include <queue>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <sys/resource.h>

namespace {

using namespace loupe;

constexpr int taskCount = 250;
constexpr int waves = 8;

template <typename T>
T clusterAnswer(Result<T> result)
{
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().text().c_str());
        std::exit(1);
    }
    return std::move(result).value();
}

void clusterDemand(const Status &status)
{
    if (!status) {
        std::fprintf(stderr, "%s\n", status.error().text().c_str());
        std::exit(1);
    }
}

double secondsSince(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

Candidate candidateOf(int number)
{
    Candidate out;
    out.task = "Math/task_" + std::to_string(number % taskCount);
    out.method = "model";
    out.sample = number / taskCount;
    out.language = "cpp";
    out.source = "// candidate " + std::to_string(number);
    return out;
}

/// Returns a small evaluation: one trial, two timed samples.
Evaluation smallEvaluation(int number)
{
    Evaluation out;
    out.candidate = candidateOf(number);
    out.verdict = out.strictVerdict = number % 3 == 0 ? Verdict::WrongValue : Verdict::Correct;
    Trial trial;
    trial.caseName = "even/normal";
    trial.seed = "00";
    trial.verdict = out.verdict;
    out.trials.push_back(std::move(trial));
    out.speedup = 1.0 + number % 7;
    return out;
}

void writeShard(const std::filesystem::path &file, const std::vector<int> &items)
{
    const auto writer = clusterAnswer(StoreWriter::open(file));
    Run run;
    run.uuid = std::string(32, 'a');
    run.name = "study";
    run.suite = "native";
    run.origin = "engine";
    run.profileJson = "{}";
    run.environment = {"processor", "cpu", "{}"};
    clusterDemand(writer->transaction([&]() -> Status {
        const RunId id = clusterAnswer(writer->beginRun(run));
        Method method;
        method.name = "model";
        const MethodId model = clusterAnswer(writer->addMethod(method));
        std::vector<TaskId> tasks;
        for (int i = 0; i < taskCount; ++i) {
            Task task;
            task.suite = "native";
            task.name = "Math/task_" + std::to_string(i);
            task.category = "Math";
            task.hash = "00";
            tasks.push_back(clusterAnswer(writer->addTask(task)));
        }
        for (const int item : items)
            clusterAnswer(writer->record(id, tasks[static_cast<std::size_t>(item % taskCount)],
                                         model, smallEvaluation(item)));
        return writer->setRunState(id, "finished", "now");
    }));
}

/// Returns the shard of a candidate. `shards` must be a power of two.
int shardOf(const Candidate &candidate, int shards)
{
    int index = 1;
    for (int count = 2; count <= shards; count *= 2) {
        if (!isInShard(candidate, {index, count}))
            index += count / 2;
    }
    return index;
}

/// Returns the items of each shard.
std::vector<std::vector<int>> dealOut(int items, int shards)
{
    std::vector<std::vector<int>> out(static_cast<std::size_t>(shards));
    for (int item = 0; item < items; ++item) {
        out[static_cast<std::size_t>(shardOf(candidateOf(item), shards) - 1)].push_back(item);
    }
    return out;
}

/// Returns the seconds until the last task ends if each free processor takes the next task.
double listSchedule(const std::vector<double> &tasks, int processors)
{
    std::priority_queue<double, std::vector<double>, std::greater<>> free;
    for (int i = 0; i < processors; ++i)
        free.push(0);
    double last = 0;
    for (const double task : tasks) {
        const double end = free.top() + task;
        free.pop();
        free.push(end);
        last = std::max(last, end);
    }
    return last;
}

void simulateSchedule(const std::vector<std::vector<int>> &dealt)
{
    // Log-normal times with a mean of 20 s. Sigma 1 is typical of a suite with short and long
    // kernels.
    std::mt19937_64 random(20261122);
    std::lognormal_distribution<double> seconds(std::log(20) - 0.5, 1.0);
    std::vector<double> loads;
    for (const auto &items : dealt) {
        double load = 0;
        for (std::size_t i = 0; i < items.size(); ++i)
            load += seconds(random);
        loads.push_back(load);
    }
    const double sum = std::accumulate(loads.begin(), loads.end(), 0.0);
    const double mean = sum / static_cast<double>(loads.size());
    std::printf("shards of %.2f h on average, the longest %.1f %% longer\n", mean / 3600,
                100 * (*std::max_element(loads.begin(), loads.end()) / mean - 1));
    for (const int gpus : {64, 128, 256, 512})
        std::printf("on %3d GPUs            %8.2f h, %.1f %% of the time at work\n", gpus,
                    listSchedule(loads, gpus) / 3600,
                    100 * sum / (listSchedule(loads, gpus) * gpus));
}

std::string squeueOf(int shards)
{
    Json jobs = Json::array();
    for (int i = 1; i <= shards; ++i) {
        Json job{{"array_job_id", 7}, {"array_task_id", i}, {"job_state", "RUNNING"}};
        job["what_else_slurm_says"] = std::string(4000, ' ');
        jobs.push_back(std::move(job));
    }
    return Json{{"jobs", std::move(jobs)}}.dump();
}

} // namespace

int main(int argc, char **argv)
{
    const int items = argc > 1 ? std::atoi(argv[1]) : 1'000'000;
    const int shards = argc > 2 ? std::atoi(argv[2]) : 512; // a power of two
    const auto folder = clusterAnswer(TemporaryFolder::create("bench-cluster"));
    auto begin = std::chrono::steady_clock::now();
    const auto dealt = dealOut(items, shards);
    std::printf("dealt out              %8.0f items/s; %zu to %zu a shard\n",
                items / secondsSince(begin),
                std::ranges::min_element(dealt, {}, &std::vector<int>::size)->size(),
                std::ranges::max_element(dealt, {}, &std::vector<int>::size)->size());
    simulateSchedule(dealt);

    const JobFolder job(folder.path() / "job");
    clusterDemand(job.create());
    NodeJob description;
    description.name = "study";
    description.shards = shards;
    RunObserver nobody;
    const auto merge = clusterAnswer(
        ShardMerge::open(folder.path() / "merged.kloupe", job, description, nobody, items));
    double writing = 0;
    double merging = 0;
    for (int wave = 0; wave < waves; ++wave) {
        begin = std::chrono::steady_clock::now();
        for (int shard = 1 + wave; shard <= shards; shard += waves) {
            writeShard(job.shardStore(shard), dealt[static_cast<std::size_t>(shard - 1)]);
            clusterDemand(job.writeEnd(shard, {"finished", 0, std::nullopt}));
        }
        writing += secondsSince(begin);
        begin = std::chrono::steady_clock::now();
        clusterDemand(merge->takeNews());
        const double took = secondsSince(begin);
        merging += took;
        std::printf("wave %d of %d            %8d there, merged in %.1f s\n", wave + 1, waves,
                    merge->done(), took);
        std::fflush(stdout);
        for (int shard = 1 + wave; shard <= shards; shard += waves)
            std::filesystem::remove(job.shardStore(shard)); // frees the disk for the rest
    }
    std::printf("written by the shards  %8.0f evaluations/s, one after the other\n",
                items / writing);
    std::printf("merged                 %8.0f evaluations/s, %.1f s in all\n", items / merging,
                merging);
    const std::string squeue = squeueOf(shards);
    begin = std::chrono::steady_clock::now();
    clusterAnswer(statesFromSqueue(squeue, 7));
    std::printf("squeue's %.1f MB read in  %7.1f ms\n", static_cast<double>(squeue.size()) / 1e6,
                1000 * secondsSince(begin));
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("most memory            %8ld MB, %.0f s of the processor\n", usage.ru_maxrss / 1024,
                static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec));
    return merge->done() == items && merge->isAllFinished() ? 0 : 1;
}
