// SPDX-License-Identifier: Apache-2.0
// Tests the format of KernelBench's published samples.
#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

constexpr const char *sample = R"({"kernel": "class ModelNew: pass", "eval_result": {
 "eval_0": {"compiled": true, "correct": true, "runtime": 2.5, "runtime_stats": {},
            "metadata": {"hardware": "NVIDIA Made Up 9"}},
 "eval_1": {"compiled": false, "correct": false, "runtime": -1.0, "runtime_stats": {},
            "metadata": {"compilation_error": "expected ;"}}}})";

std::string place(const std::string &problem, int number)
{
    return "baseline_eval/level2/maker/problem_" + problem + "/sample_" + std::to_string(number)
        + "/kernel.json";
}

using KernelBenchSamples = RecordsTest;

} // namespace

TEST_F(KernelBenchSamples, FoldersNameTaskModelAndSample)
{
    write(place("3", 0), sample);
    write(place("3", 1), R"({"kernel": "k", "eval_result": {}})");
    write("baseline_eval/level1/other/problem_1/sample_0/kernel.json", sample);
    EXPECT_EQ(detected(""), "kernelbench-samples");
    const auto runs = read("auto", "");
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs.at(0).methods.at(0).name, "other");
    const RecordBatch &run = runs.at(1);
    EXPECT_EQ(run.methods.at(0).name, "maker");
    EXPECT_EQ(run.run.environment.deviceName, "NVIDIA Made Up 9 (recorded)");
    ASSERT_EQ(run.tasks.size(), 1U);
    const std::string task = run.tasks.at(0).name;
    EXPECT_TRUE(task.starts_with("level2/3_")) << task;
    ASSERT_EQ(run.evaluations.size(), 3U);
    const Evaluation &right = run.evaluations.at(0);
    EXPECT_EQ(right.verdict, Verdict::Correct);
    EXPECT_EQ(right.candidateMs, 2.5);
    EXPECT_EQ(right.candidate.source, "class ModelNew: pass");
    EXPECT_EQ(right.originalRecord, sample);
    EXPECT_EQ(run.evaluations.at(1).verdict, Verdict::CompileError);
    EXPECT_EQ(run.evaluations.at(1).attempt, 1) << "the same kernel, evaluated again";
    EXPECT_EQ(evaluationOf(run, task, 1).verdict, Verdict::NotRecorded);
    EXPECT_EQ(read("auto", place("3", 0)).at(0).records, 2) << "one file is a source, too";
}

TEST_F(KernelBenchSamples, BadSamplesAreRefusedWithTheirPlace)
{
    const auto refused = [&](const std::string &from, const std::string &to,
                             const std::string &where, const std::string &words) {
        std::string text = sample;
        text.replace(text.find(from), from.size(), to);
        write(place("3", 0), text);
        expectRefused("kernelbench-samples", "", where, words);
    };
    refused("\"compiled\": true", "\"compiled\": 1", "kernel.json:1:eval_result.eval_0.compiled",
            "true, false or null");
    refused("\"correct\": true", "\"right\": true", "kernel.json:1:eval_result.eval_0.correctness",
            "missing");
    refused("eval_1", "eval", "kernel.json:1:eval_result.eval", "eval_0");
    refused("\"kernel\"", "\"code\"", "kernel.json:1:kernel", "missing");
    refused("}}}}", "}}}", "kernel.json:5:62", "not valid JSON");
    write(place("3", 0), sample);
    write("stray/kernel.json", sample);
    expectRefused("kernelbench-samples", "", "stray/kernel.json", "must lie in");
    std::filesystem::remove_all(path("stray"));
    write(place("03", 0), sample);
    expectRefused("kernelbench-samples", "", "problem_3/sample_0/kernel.json", "another file");
    std::filesystem::remove_all(path("baseline_eval/level2/maker/problem_03"));
    mangle("kernelbench-samples", place("3", 0), sample, folder());
}

} // namespace loupe::test
