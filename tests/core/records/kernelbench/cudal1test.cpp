// SPDX-License-Identifier: Apache-2.0
// Counts and means were computed from the published files with Python's json module. The first
// speedup was read by hand.
#include "core/base/digest.h"

#include <algorithm>

#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

Json sampleLine(int problem)
{
    return {{"level_id", 1},
            {"task_id", problem},
            {"ref_code", "class Model: pass  # " + std::to_string(problem) + "\n"},
            {"custom_code", "class ModelNew: pass\n"},
            {"cuda_graph_code", nullptr},
            {"cudnn_code", "class Model: pass  # cudnn\n"},
            {"score_default", 2.5},
            {"score_torch_compile_default", 1.25},
            {"score_torch_compile_reduce_overhead", 0.5},
            {"score_cuda_graph", nullptr},
            {"score_cudnn", 4.0}};
}

std::string textOf(const std::vector<Json> &lines)
{
    std::string text;
    for (const Json &line : lines)
        text += line.dump() + "\n";
    return text;
}

using CudaL1 = RecordsTest;

std::filesystem::path publishedFile(const std::string &name)
{
    return std::filesystem::path(LOUPE_SOURCE_DIR).parent_path() / "shared/data/cuda-l1" / name;
}

struct Published {
    const char *file;
    std::size_t kernels;
    std::vector<std::size_t> speedups; ///< per baseline
    double mean;                       ///< of the speedups over eager
};

} // namespace

TEST_F(CudaL1, AFileBecomesOneRunForEachBaseline)
{
    Json without = sampleLine(2);
    for (const char *key : {"custom_code", "score_default", "score_torch_compile_default",
                            "score_torch_compile_reduce_overhead", "score_cudnn"})
        without[key] = nullptr;
    write("a100.jsonl", textOf({sampleLine(1), without}));
    EXPECT_EQ(detected("a100.jsonl"), "cuda-l1");
    const auto runs = read("cuda-l1", "a100.jsonl");
    EXPECT_EQ(runNames(runs),
              (std::vector<std::string>{
                  "cuda-l1 a100 (a100, eager)", "cuda-l1 a100 (a100, torch.compile (default))",
                  "cuda-l1 a100 (a100, torch.compile (reduce-overhead))",
                  "cuda-l1 a100 (a100, cuda graph)", "cuda-l1 a100 (a100, cudnn)"}));
    EXPECT_EQ(runs.at(0).run.environment.deviceName, "NVIDIA A100 (recorded)");
    ASSERT_EQ(runs.at(0).tasks.size(), 2U);
    const Task &task = runs.at(0).tasks.at(0);
    EXPECT_EQ(task.name, "level1/1_Square_matrix_multiplication_");
    EXPECT_EQ(task.hash, sha256Hex("class Model: pass  # 1\n"));
    EXPECT_EQ(task.level, 1);
    EXPECT_EQ(task.suite, "kernelbench-v0") << "its sizes are those of the paper";

    const Evaluation &timed = evaluationOf(runs.at(1), task.name);
    EXPECT_EQ(timed.verdict, Verdict::Correct);
    EXPECT_EQ(timed.speedup, 1.25);
    EXPECT_EQ(timed.baseline, "torch.compile (default)");
    EXPECT_EQ(timed.candidate.source, "class ModelNew: pass\n");
    EXPECT_EQ(timed.originalRecord, sampleLine(1).dump());
    const Evaluation &untimed = evaluationOf(runs.at(3), task.name);
    EXPECT_EQ(untimed.verdict, Verdict::Correct);
    EXPECT_FALSE(untimed.speedup);
    const Evaluation &missing = evaluationOf(runs.at(0), runs.at(0).tasks.at(1).name);
    EXPECT_EQ(missing.verdict, Verdict::NotRecorded);
    EXPECT_FALSE(missing.speedup);

    ASSERT_EQ(runs.at(0).files.size(), 1U);
    EXPECT_EQ(runs.at(0).files.at(0).content, textOf({sampleLine(1), without}));
    EXPECT_TRUE(runs.at(1).files.empty());
}

// The texts of a large file would else be in memory five times.
TEST_F(CudaL1, SharesEqualSourcesAndReferences)
{
    write("a100.jsonl", textOf({sampleLine(1), sampleLine(2)}));
    const auto runs = read("cuda-l1", "a100.jsonl");
    ASSERT_EQ(runs.size(), 5U);
    const RecordBatch &first = runs.front();
    const auto buffer = [](const SharedText &text) { return text.view().data(); };
    ASSERT_NE(first.tasks.at(0).reference, first.tasks.at(1).reference);
    for (const RecordBatch &run : runs) {
        for (std::size_t i = 0; i < 2; ++i) {
            EXPECT_EQ(buffer(run.tasks.at(i).reference), buffer(first.tasks.at(i).reference));
            EXPECT_EQ(buffer(run.evaluations.at(i).originalRecord),
                      buffer(first.evaluations.at(i).originalRecord));
            EXPECT_EQ(buffer(run.evaluations.at(i).candidate.source),
                      buffer(first.evaluations.at(0).candidate.source))
                << "both lines have the same code";
        }
    }
    EXPECT_EQ(buffer(first.evaluations.at(0).originalRecord), buffer(first.files.at(0).content))
        << "a record is a part of its file";
}

TEST_F(CudaL1, RunsDependOnTheContentOfTheFile)
{
    write("a100.jsonl", textOf({sampleLine(1)}));
    write("l40.jsonl", textOf({sampleLine(1)}));
    const auto first = read("cuda-l1", "a100.jsonl");
    const auto again = read("cuda-l1", "a100.jsonl");
    const auto other = read("cuda-l1", "l40.jsonl");
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(first[i].run.uuid, again[i].run.uuid);
        EXPECT_NE(first[i].run.uuid, other[i].run.uuid);
    }
    EXPECT_EQ(read("cuda-l1", "").size(), 10U);
    EXPECT_EQ(detected(""), "cuda-l1");
}

// Task 50 of level 1 is a product in the paper's set (and in the published lines), and a
// convolution today.
TEST_F(CudaL1, TasksHaveTheNamesOfThePaper)
{
    write("a100.jsonl", textOf({sampleLine(50)}));
    const auto runs = read("cuda-l1", "a100.jsonl");
    EXPECT_EQ(runs.at(0).run.suite, "kernelbench-v0");
    EXPECT_EQ(runs.at(0).tasks.at(0).name, "level1/50_Product_reduction_over_a_dimension");
    EXPECT_EQ(runs.at(0).tasks.at(0).category, "reduction");
}

TEST_F(CudaL1, TreatsTheTextNoneAsNoCodeAndFlagsItsScore)
{
    Json without = sampleLine(2);
    without["custom_code"] = "None";
    write("a100.jsonl", textOf({sampleLine(1), without}));
    const auto runs = read("cuda-l1", "a100.jsonl");
    const Evaluation &empty = runs.at(0).evaluations.at(1);
    EXPECT_EQ(empty.verdict, Verdict::EmptySubmission);
    EXPECT_TRUE(empty.candidate.source.empty());
    EXPECT_FALSE(empty.speedup);
    EXPECT_EQ(empty.flags, std::vector<std::string>{"score_without_code"});
    EXPECT_EQ(empty.originalRecord.toString() + "\n", textOf({without}))
        << "the score is in the record";
    EXPECT_TRUE(runs.at(0).evaluations.at(0).flags.empty());
}

TEST_F(CudaL1, BadLinesAreRefusedWithTheirPlace)
{
    const auto spoiled = [&](const std::function<void(Json &)> &spoil) {
        Json line = sampleLine(2);
        spoil(line);
        write("a100.jsonl", textOf({sampleLine(1), line}));
    };
    spoiled([](Json &line) { line["score_cudnn"] = -1; });
    expectRefused("cuda-l1", "a100.jsonl", "a100.jsonl:2:score_cudnn", "above 0");
    spoiled([](Json &line) { line.erase("score_default"); });
    expectRefused("cuda-l1", "a100.jsonl", "a100.jsonl:2:score_default", "missing");
    spoiled([](Json &line) { line["level_id"] = 7000; });
    expectRefused("cuda-l1", "a100.jsonl", "a100.jsonl:2:level_id", "whole number");
    spoiled([](Json &line) { line["task_id"] = 18446744073709551615ULL; });
    expectRefused("cuda-l1", "a100.jsonl", "a100.jsonl:2:task_id", "whole number");
    spoiled([](Json &line) { line["custom_code"] = nullptr; });
    expectRefused("cuda-l1", "a100.jsonl", "a100.jsonl:2:custom_code", "where a speedup is");
    spoiled([](Json &line) { line["task_id"] = 1; });
    expectRefused("cuda-l1", "a100.jsonl", "a100.jsonl:2:task_id", "line 1 already");
    write("a100.jsonl", textOf({sampleLine(1)}) + "{\"level_id\": 1, \"tas");
    expectRefused("cuda-l1", "a100.jsonl", "a100.jsonl:2:21", "not valid JSON");
    write("a100.jsonl", "");
    expectRefused("cuda-l1", "a100.jsonl", "a100.jsonl", "the file is empty");
}

TEST_F(CudaL1, BadLinesCanBeSkippedAndAreListed)
{
    Json bad = sampleLine(2);
    bad["score_cudnn"] = "fast";
    write("a100.jsonl", textOf({sampleLine(1), bad, sampleLine(3)}));
    ReadOptions options;
    options.skipBad = true;
    const auto runs = read("cuda-l1", "a100.jsonl", options);
    ASSERT_EQ(runs.size(), 5U);
    EXPECT_EQ(runs.at(4).evaluations.size(), 2U);
    ASSERT_EQ(runs.at(0).skipped.size(), 1U);
    EXPECT_EQ(runs.at(0).skipped.at(0).where,
              (folder() / "a100.jsonl").string() + ":2:score_cudnn");
}

TEST_F(CudaL1, NonFiniteScoresAreNoSpeedup)
{
    std::string line = textOf({sampleLine(1)});
    const std::string score = "\"score_cudnn\":4.0";
    line.replace(line.find(score), score.size(), "\"score_cudnn\":NaN");
    write("a100.jsonl", line);
    const auto runs = read("cuda-l1", "a100.jsonl");
    ASSERT_EQ(runs.size(), 5U);
    EXPECT_FALSE(runs.at(4).evaluations.at(0).speedup);
    EXPECT_EQ(runs.at(4).evaluations.at(0).originalRecord.toString() + "\n", line);
}

TEST_F(CudaL1, CancelledReadReturnsNothing)
{
    write("a100.jsonl", textOf({sampleLine(1)}));
    std::stop_source stop;
    stop.request_stop();
    ReadOptions options;
    options.stop = stop.get_token();
    const auto runs = readRecords("cuda-l1", folder() / "a100.jsonl", options);
    ASSERT_FALSE(runs);
    EXPECT_EQ(runs.error().code, Errc::Cancelled);
}

TEST(CudaL1Published, HasItsKernelsAndSpeedups)
{
    if (!std::filesystem::exists(publishedFile("a100.jsonl")))
        GTEST_SKIP() << "SKIPPED: the published files are not at " << publishedFile("");
    const std::vector<Published> expected{
        // Counted with Python's json module: lines whose code is neither null nor the text "None".
        {"3090.jsonl", 197, {197, 197, 195, 191, 196}, 2.874065989847716},
        {"a100.jsonl", 225, {225, 222, 219, 213, 220}, 3.1381955555555554},
        {"l40.jsonl", 213, {213, 213, 211, 207, 213}, 3.4409765258215947}};
    for (const Published &one : expected) {
        const auto runs = readRecords("auto", publishedFile(one.file));
        ASSERT_TRUE(runs) << runs.error().text();
        ASSERT_EQ(runs->size(), 5U);
        for (std::size_t i = 0; i < 5; ++i) {
            const auto &evaluations = runs->at(i).evaluations;
            EXPECT_EQ(evaluations.size(), 250U);
            const auto timed
                = std::count_if(evaluations.begin(), evaluations.end(),
                                [](const Evaluation &each) { return each.speedup.has_value(); });
            EXPECT_EQ(static_cast<std::size_t>(timed), one.speedups[i]) << one.file << " " << i;
            const auto correct
                = std::count_if(evaluations.begin(), evaluations.end(), [](const Evaluation &each) {
                      return each.verdict == Verdict::Correct;
                  });
            EXPECT_EQ(static_cast<std::size_t>(correct), one.kernels) << one.file << " " << i;
        }
        double sum = 0;
        for (const Evaluation &each : runs->at(0).evaluations)
            sum += each.speedup.value_or(0);
        EXPECT_NEAR(sum / static_cast<double>(one.kernels), one.mean, 1e-12) << one.file;
    }
    const auto runs = readRecords("cuda-l1", publishedFile("a100.jsonl"));
    ASSERT_TRUE(runs);
    EXPECT_EQ(runs->at(0).evaluations.at(0).speedup, 6.304);
}

TEST_F(CudaL1, ReadsJsonFilesWithJsonLines)
{
    write("optimized_cuda_code/h100.json", textOf({sampleLine(1)}));
    write("optimized_cuda_code/log.json", R"({"updated": "2025"})");
    EXPECT_EQ(detected("optimized_cuda_code"), "cuda-l1");
    const auto runs = read("auto", "optimized_cuda_code");
    ASSERT_EQ(runs.size(), 5U);
    EXPECT_EQ(runs.at(0).run.environment.deviceName, "NVIDIA H100 (recorded)");
    ASSERT_EQ(runs.at(0).files.size(), 1U) << "the other file is none of its records";
    Json spoiled = sampleLine(2);
    spoiled["score_default"] = -1;
    write("optimized_cuda_code/h100.json", textOf({sampleLine(1), spoiled}));
    expectRefused("cuda-l1", "optimized_cuda_code", "h100.json:2:score_default", "above 0");
}

} // namespace loupe::test
