// SPDX-License-Identifier: Apache-2.0
//
// bench_import [ROWS [FOLDER]]: imports a synthetic batch with a fixed seed and prints evaluations
// per second. The batch has 250 tasks, 20 methods and 5 samples, with as many rounds as needed.
// Every candidate has its own source and original record, and failures have a log.
#include "core/base/files.h"
#include "core/store/write/importbatch.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include <fmt/format.h>

namespace {

using namespace loupe;

constexpr int taskCount = 250;
constexpr int methodCount = 20;
constexpr int sampleCount = 5;
constexpr int categoryCount = 15;

/// Returns text that compresses about as well as a kernel.
std::string sourceText(std::mt19937 &random, int row)
{
    constexpr const char *lines[] = {
        "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n",
        "    if (i >= n)\n        return;\n",
        "    float sum = 0.0f;\n",
        "    for (int k = threadIdx.x; k < columns; k += blockDim.x)\n",
        "        sum += input[row * columns + k] * weight[k];\n",
        "    __shared__ float partial[256];\n",
        "    __syncthreads();\n",
        "    output[i] = sum > 0.0f ? sum : slope * sum;\n",
    };
    std::string text = fmt::format("__global__ void kernel_{}(const float *input)\n{{\n", row);
    std::uniform_int_distribution<int> pick(0, 7);
    for (int i = 0; i < 14; ++i)
        text += lines[pick(random)];
    return text + "}\n";
}

Evaluation evaluationOf(std::mt19937 &random, int row, int round)
{
    std::uniform_real_distribution<double> part(0, 1);
    Evaluation out;
    out.candidate.source = sourceText(random, row);
    out.candidate.language = "cuda";
    out.candidate.fileName = fmt::format("kernel_{}.cu", row);
    const double luck = part(random) + 0.1 * round;
    if (luck < 0.25) {
        out.verdict = Verdict::BuildFailed;
        out.message = "Recorded: did not compile.";
        out.buildLog = fmt::format("kernel_{}.cu({}): error: identifier \"x{}\" is undefined\n",
                                   row, row % 97, row % 13);
    } else if (luck < 0.5) {
        out.verdict = Verdict::WrongValue;
        out.message = "Recorded: ran, wrong result.";
        out.runLog = fmt::format("Output mismatch, largest difference {:.6f}", part(random));
    } else {
        out.verdict = Verdict::Correct;
        out.message = "Recorded: right and timed.";
        out.candidateMs = 0.05 + part(random);
        out.baselineMs = 0.5;
        out.speedup = *out.baselineMs / *out.candidateMs;
        out.baseline = "eager";
    }
    out.originalRecord = fmt::format(
        R"({{"sample_id": {}, "compiled": true, "correctness": {}, "runtime": {:.4f}}})", row,
        out.verdict == Verdict::Correct, out.candidateMs.value_or(-1));
    return out;
}

RecordBatch syntheticBatch(int rows)
{
    std::mt19937 random(20260101);
    RecordBatch batch;
    batch.format = "bench";
    batch.run.uuid = std::string(32, 'b');
    batch.run.name = "bench";
    batch.run.origin = "import:bench";
    batch.run.environment = {"NVIDIA H200 (recorded)", "cuda", "{}"};
    for (int i = 0; i < taskCount; ++i) {
        Task task;
        task.suite = "bench";
        task.category = fmt::format("category {}", i % categoryCount);
        task.name = fmt::format("{}/task {}", task.category, i);
        batch.tasks.push_back(task);
    }
    for (int i = 0; i < methodCount; ++i)
        batch.methods.push_back({fmt::format("method {}", i), "model", {}, false});
    batch.evaluations.reserve(static_cast<std::size_t>(rows));
    for (int row = 0; row < rows; ++row) {
        const int sample = row / (taskCount * methodCount) % sampleCount;
        const int round = row / (taskCount * methodCount) / sampleCount;
        Evaluation out = evaluationOf(random, row, round);
        out.candidate.task = batch.tasks[static_cast<std::size_t>(row % taskCount)].name;
        out.candidate.method
            = batch.methods[static_cast<std::size_t>(row / taskCount % methodCount)].name;
        out.candidate.sample = sample;
        out.candidate.round = round;
        batch.evaluations.push_back(std::move(out));
    }
    return batch;
}

int measure(int rows, const std::filesystem::path &folder)
{
    const RecordBatch batch = syntheticBatch(rows);
    const auto writer = StoreWriter::open(folder / "bench.kloupe");
    if (!writer) {
        fmt::print(stderr, "{}\n", writer.error().text());
        return 1;
    }
    const auto start = std::chrono::steady_clock::now();
    const auto stored = importBatches(**writer, std::span(&batch, 1));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    if (!stored) {
        fmt::print(stderr, "{}\n{}\n", stored.error().text(), stored.error().detail);
        return 1;
    }
    fmt::print("{} evaluations in {:.2f} s: {:.0f} a second\n", rows, took.count(),
               rows / took.count());
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    const int rows = argc > 1 ? std::atoi(argv[1]) : 200'000;
    if (rows <= 0) {
        fmt::print(stderr, "usage: bench_import [ROWS [FOLDER]]\n");
        return 2;
    }
    if (argc > 2)
        return measure(rows, argv[2]);
    const auto folder = loupe::TemporaryFolder::create("loupe-bench");
    return folder ? measure(rows, folder->path()) : 1;
}
