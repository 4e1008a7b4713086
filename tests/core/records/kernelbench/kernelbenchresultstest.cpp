// SPDX-License-Identifier: Apache-2.0
// Tests KernelBench's own files, in the formats of its scripts (eval_from_generations.py,
// benchmark_eval_analysis.py).
#include "core/records/kernelbench/kernelbenchpassk.h"

#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

/// Two layouts of the same three problems: correct, wrong values, and not compiled.
constexpr const char *listLayout = R"json({
    "1": [
        {"sample_id": 0, "compiled": true, "correctness": true,
         "metadata": {"hardware": "NVIDIA Made Up 9", "device": "cuda:0",
                      "correctness_trials": "(5 / 5)"
}
, "runtime" : 4.67, "runtime_stats":
{
    "mean" : 4.67, "std" : 0.0263
}
}
    ],
    "19": [
        {"sample_id": 0, "compiled": true, "correctness": false,
         "metadata": {"hardware": "NVIDIA Made Up 9", "max_difference": ["0.000522"],
                      "avg_difference": ["0.000076"], "correctness_issue": "Output mismatch",
                      "correctness_trials": "(4 / 5)"},
         "runtime": -1.0, "runtime_stats": {}},
        {"sample_id": 1, "compiled": false, "correctness": false,
         "metadata": {"hardware": "NVIDIA Made Up 9", "compilation_error_name": "SyntaxError",
                      "compilation_error": "line one\nline two"},
         "runtime": -1.0, "runtime_stats": {}}
    ]
    })json";

constexpr const char *recordLayout
    = R"({"1": {"sample_id": 0, "compiled": true, "correctness": true, "metadata": {"hardware": "NVIDIA Made Up 9"}, "runtime": 26.3, "runtime_stats": {"mean": 26.3}},
"2": {"sample_id": 0, "compiled": false, "correctness": false, "metadata": {}, "runtime": -1.0, "runtime_stats": {}}})";

std::string oneRecord(const std::string &fields)
{
    return R"({"7": [{"sample_id": 0, )" + fields + "}]}";
}

class KernelBenchResults : public RecordsTest
{
protected:
    /// Returns the evaluation of one record with this metadata.
    Evaluation judged(bool isCompiled, const std::string &metadata) const
    {
        write("try_l1/eval_results.json",
              oneRecord(std::string(R"("compiled": )") + (isCompiled ? "true" : "false")
                        + R"(, "correctness": false, "metadata": )" + metadata
                        + R"(, "runtime": -1.0, "runtime_stats": {})"));
        return read("kernelbench", path("try_l1")).at(0).evaluations.at(0);
    }
};

} // namespace

TEST_F(KernelBenchResults, BothLayoutsAreRead)
{
    write("model_l1/eval_results.json", listLayout);
    const auto batches = read("auto", path("model_l1"));
    ASSERT_EQ(batches.size(), 1U);
    const RecordBatch &batch = batches[0];
    EXPECT_EQ(batch.records, 3);
    EXPECT_EQ(batch.run.name, "kernelbench model_l1");
    EXPECT_EQ(batch.run.origin, "import:kernelbench");
    EXPECT_EQ(batch.run.environment.deviceName, "NVIDIA Made Up 9 (recorded)");
    EXPECT_EQ(batch.methods.at(0).name, "model");
    const Evaluation &right = evaluationOf(batch, "level1/1_Square_matrix_multiplication_");
    EXPECT_EQ(right.verdict, Verdict::Correct);
    EXPECT_EQ(right.candidateMs, 4.67);
    EXPECT_FALSE(right.speedup) << "no time of the reference is in the file";
    EXPECT_EQ(batch.tasks.at(0).category, "matmul");
    EXPECT_EQ(batch.tasks.at(0).level, 1);
    const Evaluation &wrong = evaluationOf(batch, "level1/19_ReLU");
    EXPECT_EQ(wrong.verdict, Verdict::WrongValue);
    EXPECT_FALSE(wrong.candidateMs) << "-1 is not a time";
    EXPECT_NE(wrong.message.find("(4 / 5)"), std::string::npos);
    const Evaluation &broken = evaluationOf(batch, "level1/19_ReLU", 1);
    EXPECT_EQ(broken.verdict, Verdict::CompileError);
    EXPECT_EQ(broken.buildLog, "line one\nline two");
    EXPECT_EQ(broken.message, "Recorded: did not compile: SyntaxError: line one");
    EXPECT_EQ(fileContent(batch, "eval_results.json"), listLayout);
    EXPECT_TRUE(hasNote(batch, "level 1 is taken from the name of the folder"));

    write("model_l2/eval_results.json", recordLayout);
    const RecordBatch old = read("auto", path("model_l2/eval_results.json")).at(0);
    EXPECT_EQ(old.records, 2);
    EXPECT_EQ(old.evaluations.at(0).candidateMs, 26.3);
    EXPECT_EQ(old.evaluations.at(1).verdict, Verdict::BuildFailed);
    EXPECT_NE(old.run.profileJson.find("record per problem"), std::string::npos);
    EXPECT_TRUE(hasNote(old, "1 record without a device"));
}

TEST_F(KernelBenchResults, KeepsOriginalRecords)
{
    write("model_l1/eval_results.json", listLayout);
    const RecordBatch batch = read("kernelbench", path("model_l1")).at(0);
    const std::string original = batch.evaluations.at(0).originalRecord.toString();
    EXPECT_TRUE(original.starts_with(R"({"sample_id": 0, "compiled": true)")) << original;
    EXPECT_NE(std::string(listLayout).find(original), std::string::npos);
}

TEST_F(KernelBenchResults, DerivesTheStageFromMetadata)
{
    EXPECT_EQ(
        judged(false, R"({"cuda_error": "an illegal memory access was encountered"})").verdict,
        Verdict::OutOfBounds);
    EXPECT_EQ(judged(false, R"({"cuda_error": "unspecified launch failure"})").verdict,
              Verdict::Crashed);
    const Evaluation other = judged(false, R"({"other_error": "no such attribute"})");
    EXPECT_EQ(other.verdict, Verdict::BuildFailed);
    EXPECT_EQ(other.flags, std::vector<std::string>{"stage_unclear"});
    EXPECT_EQ(judged(false, R"({"other_error": "CUDA out of memory."})").verdict,
              Verdict::OutOfMemory);
    EXPECT_EQ(judged(false, R"({"error": "Evaluation timed out"})").verdict, Verdict::RunTimeout);
    EXPECT_EQ(judged(false, R"({"error": "Kernel not found for problem 6 sample 0"})").verdict,
              Verdict::EmptySubmission);
    EXPECT_EQ(judged(false, R"({"error": "evaluator returned None"})").verdict,
              Verdict::InfraError);
    EXPECT_EQ(judged(false, R"({"timeout_error": "60 s"})").verdict, Verdict::RunTimeout);
    EXPECT_EQ(judged(true, R"({"runtime_error": "invalid configuration argument"})").verdict,
              Verdict::ReturnedError);
    EXPECT_EQ(judged(true, R"({"runtime_error_name": "torch.OutOfMemoryError",
                               "runtime_error": "no"})")
                  .verdict,
              Verdict::OutOfMemory);
    EXPECT_EQ(judged(true, R"({"correctness_issue": "Output shape mismatch"})").verdict,
              Verdict::WrongShape);
    EXPECT_EQ(judged(true, R"({"correctness_issue": "Output mismatch",
                               "max_difference": ["nan"], "avg_difference": ["nan"]})")
                  .verdict,
              Verdict::NotANumber);
    EXPECT_EQ(judged(true, "{}").verdict, Verdict::WrongAnswer);
}

TEST_F(KernelBenchResults, FlagsHarnessFailuresOfTheReference)
{
    const auto flags = [&](const std::string &folder, const std::string &number) {
        write(folder + "/eval_results.json",
              "{\"" + number + R"(": [{"sample_id": 0, "compiled": false, "correctness": false,
                  "metadata": {"other_error": "not implemented for 'Float'"}}]})");
        return read("kernelbench", path(folder)).at(0).evaluations.at(0).flags;
    };
    EXPECT_EQ(flags("m_l1", "95"), (std::vector<std::string>{"stage_unclear", "reference_fails"}));
    EXPECT_EQ(flags("m_l1", "94"), std::vector<std::string>{"stage_unclear"});
    EXPECT_EQ(flags("m_l4", "7"), (std::vector<std::string>{"stage_unclear", "reference_fails"}));
}

TEST_F(KernelBenchResults, UntimedResultsAreCorrectWithoutATime)
{
    const std::string right = R"("compiled": true, "correctness": true, "runtime_stats": {}, )";
    for (const char *time : {"-1.0", "NaN", "null"}) {
        write("a_l1/eval_results.json", oneRecord(right + R"("metadata": {}, "runtime": )" + time));
        const Evaluation each = read("kernelbench", path("a_l1")).at(0).evaluations.at(0);
        EXPECT_EQ(each.verdict, Verdict::Correct) << time;
        EXPECT_FALSE(each.candidateMs) << time;
        EXPECT_NE(each.originalRecord.view().find(time), std::string::npos);
    }
    write("a_l1/eval_results.json",
          oneRecord(right + R"("metadata": {"error_during_performance": "lost"}, "runtime": -1)"));
    EXPECT_EQ(read("kernelbench", path("a_l1")).at(0).evaluations.at(0).flags,
              std::vector<std::string>{"timing_failed"});
    write("a_l1/eval_results.json",
          oneRecord(right + R"("metadata": {"excessive_speedup": true}, "runtime": 0.1)"));
    EXPECT_EQ(read("kernelbench", path("a_l1")).at(0).evaluations.at(0).flags,
              std::vector<std::string>{"excessive_speedup"});
}

TEST_F(KernelBenchResults, ReadsNeighbouringKernelsAndConfiguration)
{
    write("runs/x/eval_results.json", listLayout);
    write("runs/x/generation_config.yaml",
          "level: 1\nmodel_name: maker/model\nprecision: fp16\nsubset:\n- null\nrun_name: "
          "null\n");
    write("runs/x/level_1_problem_1_sample_0_kernel.py", "class ModelNew: pass\n");
    write("runs/x/level_1_problem_5_sample_0_kernel.py", "unjudged\n");
    write("runs/other/kernel.py", "linked\n");
    write("secret.py", "not yours\n");
    std::filesystem::create_symlink("../other/kernel.py",
                                    path("runs/x/level_1_problem_19_sample_0_kernel.py"));
    std::filesystem::create_symlink("../../secret.py",
                                    path("runs/x/level_1_problem_19_sample_1_kernel.py"));
    const RecordBatch batch = read("auto", path("runs/x")).at(0);
    EXPECT_EQ(batch.methods.at(0).name, "maker/model");
    EXPECT_EQ(batch.run.precision, "fp16");
    EXPECT_EQ(evaluationOf(batch, "level1/1_Square_matrix_multiplication_").candidate.source,
              "class ModelNew: pass\n");
    EXPECT_EQ(evaluationOf(batch, "level1/19_ReLU").candidate.source, "linked\n");
    EXPECT_EQ(evaluationOf(batch, "level1/19_ReLU", 1).candidate.source, "")
        << "a link out of the runs is not followed";
    EXPECT_EQ(evaluationOf(batch, "level1/5_Matrix_scalar_multiplication").verdict,
              Verdict::NotRecorded);
    EXPECT_TRUE(hasNote(batch, "1 kernel not read: broken links"));
    EXPECT_TRUE(hasNote(batch, "1 kernel without a result"));
    EXPECT_FALSE(hasNote(batch, "name of the folder"));
    EXPECT_EQ(fileContent(batch, "level_1_problem_19_sample_0_kernel.py"), "linked\n");
    EXPECT_EQ(batch.files.size(), 5U);
}

TEST_F(KernelBenchResults, RefusesRunsWithoutALevel)
{
    write("anything/eval_results.json", listLayout);
    expectRefused("kernelbench", path("anything"), "eval_results.json:1:level", "which level");
}

TEST_F(KernelBenchResults, LastRecordOfASampleCounts)
{
    const std::string record = R"({"sample_id": 0, "compiled": true, "correctness": true,
        "metadata": {}, "runtime": )";
    write("m_l1/eval_results.json", R"({"1": [)" + record + "3.0}, " + record + "2.0}]}");
    const RecordBatch batch = read("kernelbench", path("m_l1")).at(0);
    ASSERT_EQ(batch.evaluations.size(), 1U);
    EXPECT_EQ(batch.evaluations[0].candidateMs, 2.0);
    EXPECT_EQ(batch.evaluations[0].flags, std::vector<std::string>{"repeated_record"});
}

TEST_F(KernelBenchResults, TwoDevicesAreTwoRuns)
{
    std::string text = listLayout;
    text.replace(text.rfind("Made Up 9"), 9, "Other One");
    write("m_l1/eval_results.json", text);
    const auto batches = read("kernelbench", path("m_l1"), {"mine", false, {}, {}});
    ASSERT_EQ(batches.size(), 2U);
    EXPECT_EQ(batches[0].run.name, "mine");
    EXPECT_EQ(batches[1].run.name, "mine NVIDIA Other One");
    EXPECT_EQ(batches[1].evaluations.size(), 1U);
    EXPECT_TRUE(batches[1].files.empty()) << "the file is kept once";
    EXPECT_NE(batches[0].run.uuid, batches[1].run.uuid);
}

TEST_F(KernelBenchResults, TheSameBytesAreTheSameRun)
{
    write("a_l1/eval_results.json", listLayout);
    write("b/a_l1/eval_results.json", listLayout);
    write("a_l2/eval_results.json", listLayout);
    const std::string uuid = read("kernelbench", path("a_l1")).at(0).run.uuid;
    EXPECT_EQ(read("kernelbench", path("b/a_l1")).at(0).run.uuid, uuid);
    EXPECT_NE(read("kernelbench", path("a_l2")).at(0).run.uuid, uuid)
        << "of another level they are other problems";
}

TEST_F(KernelBenchResults, BadRecordsAreNamedByFileLineAndField)
{
    const auto refused
        = [&](const std::string &text, const std::string &place, const std::string &words) {
              expectRefused("kernelbench", write("m_l1/eval_results.json", text), place, words);
          };
    std::string text = listLayout;
    text.replace(text.find("\"compiled\": true"), 16, "\"compiled\": 1   ");
    refused(text, "eval_results.json:3:compiled", "true, false or null");
    refused(oneRecord(R"("compiled": true)"), "eval_results.json:1:correctness", "is missing");
    refused(oneRecord(R"("compiled": false, "correctness": true)"), ":1:correctness",
            "compiled is false");
    refused(oneRecord(R"("compiled": true, "correctness": false, "runtime": 3.5)"), ":1:runtime",
            "must be -1");
    refused(oneRecord(R"("compiled": true, "correctness": true, "runtime": "fast")"), ":1:runtime",
            "number");
    refused(oneRecord(R"("compiled": true, "correctness": true, "metadata": [])"), ":1:metadata",
            "object");
    refused(R"({"1": [{"sample_id": -1, "compiled": false, "correctness": false}]})",
            ":1:sample_id", "0 to");
    refused("{\n\"one\": []}", ":2:one", "number of a problem");
    refused("{\n\"1\": 5}", ":2:1", "record or a list");
    refused("[1]", "eval_results.json:1", "object of problems");
    refused("{\"1\": [}", "eval_results.json:1:9", "not valid JSON");
    refused("{\"1\": [], \"1\": []}", "eval_results.json:1:11", "twice");
    refused("{}", "eval_results.json", "no record");
    refused("{\"1\": [" + std::string(100, '[') + std::string(100, ']') + "]}",
            "eval_results.json:1", "nested");
}

TEST_F(KernelBenchResults, BadRecordsCanBeSkipped)
{
    std::string text = listLayout;
    text.replace(text.find("\"compiled\": true"), 16, "\"compiled\": 1   ");
    write("m_l1/eval_results.json", text);
    const RecordBatch batch = read("kernelbench", path("m_l1"), {{}, true, {}, {}}).at(0);
    EXPECT_EQ(batch.records, 2);
    ASSERT_EQ(batch.skipped.size(), 1U);
    EXPECT_TRUE(batch.skipped[0].where.ends_with(":3:compiled"));
}

TEST_F(KernelBenchResults, HostileBytesNeverCrashTheReader)
{
    write("m_l1/eval_results.json", listLayout);
    mangle("kernelbench", "m_l1/eval_results.json", listLayout, path("m_l1"));
}

TEST_F(KernelBenchResults, StopsOnRequest)
{
    write("m_l1/eval_results.json", listLayout);
    std::stop_source stop;
    ReadOptions options;
    options.stop = stop.get_token();
    int seen = 0;
    options.progress = [&](int, int total) {
        EXPECT_EQ(total, 2);
        ++seen;
        stop.request_stop();
    };
    EXPECT_EQ(readRecords("kernelbench", path("m_l1"), options).error().code, Errc::Cancelled);
    EXPECT_EQ(seen, 1);
}

TEST_F(KernelBenchResults, ReadsAdditionalLevels)
{
    for (const int level : {0, 5, 10}) {
        const std::string name = "m_l" + std::to_string(level);
        const std::string folder
            = level < 10 ? name : "level" + std::to_string(level) + "_m"; // "l10" may be a device
        write(folder + "/eval_results.json", R"({"1": [{"sample_id": 0, "compiled": true,
            "correctness": true, "runtime": 3.0}]})");
        const RecordBatch batch = read("auto", path(folder)).at(0);
        EXPECT_EQ(batch.evaluations.at(0).candidate.task, "level" + std::to_string(level) + "/1");
    }
}

TEST_F(KernelBenchResults, RefusesDuplicateProblems)
{
    const std::string record = R"([{"sample_id": 0, "compiled": true, "correctness": true}])";
    write("d_l1/eval_results.json",
          "{\"1\": " + record + ", \"2\": " + record + ",\n\"2\": " + record + "}");
    expectRefused("kernelbench", path("d_l1"), "eval_results.json:2:1", "\"2\" occurs twice");
    ReadOptions options;
    options.skipBad = true;
    const auto batches = readRecords("kernelbench", path("d_l1"), options);
    ASSERT_TRUE(batches) << batches.error().text();
    EXPECT_EQ(batches->at(0).evaluations.size(), 1U) << "nothing says which of the two is right";
    EXPECT_EQ(batches->at(0).skipped.size(), 1U);
}

TEST_F(KernelBenchResults, NullVerdictIsNotRecorded)
{
    write("m_l1/eval_results.json", R"({
"1": [{"sample_id": 0, "compiled": true, "correctness": null, "runtime": 3.0}],
"2": [{"sample_id": 0, "compiled": null, "correctness": null,
       "metadata": {"runtime_error": "out of memory"}}],
"3": [{"sample_id": 0, "compiled": false, "correctness": null}],
"4": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": Infinity,
       "metadata": {"hardware": ["NVIDIA A100", "NVIDIA A100"]}}]})");
    const RecordBatch batch = read("auto", path("m_l1")).at(0);
    EXPECT_EQ(batch.run.environment.deviceName, "NVIDIA A100 (recorded)") << "of two alike";
    ASSERT_EQ(batch.evaluations.size(), 4U);
    EXPECT_EQ(batch.evaluations[0].verdict, Verdict::NotRecorded);
    EXPECT_FALSE(batch.evaluations[0].candidateMs);
    EXPECT_EQ(batch.evaluations[1].verdict, Verdict::OutOfMemory);
    EXPECT_EQ(batch.evaluations[2].verdict, Verdict::BuildFailed);
    EXPECT_EQ(batch.evaluations[3].verdict, Verdict::Correct);
    EXPECT_TRUE(hasNote(batch, "1 record with times that are NaN or infinite"));
    expectRefused(
        "kernelbench",
        write("m_l1/eval_results.json", "{\"1\": [\n{\"sample_id\": 0, \"compiled\": true}]}"),
        ":2:correctness", "is missing");
}

// ---- pass@k
// -----------------------------------------------------------------------------------

namespace {

/// Counts in the format of KernelBench's pass_at_k_results.json.
constexpr const char *counts
    = R"({"averages":{"avg_pass@1":0.375},"metadata":{"total_problems":2,"problems_with_samples":2,
"total_evaluated_samples":8,"total_correct_samples":3,"pass@1_count":2},
"problems":{"1":{"total_samples":4,"correct_samples":3,"pass@1":0.75},
"2":{"total_samples":4,"correct_samples":0,"pass@1":0.0}}})";

} // namespace

TEST_F(KernelBenchResults, PassAtKIsTheUnbiasedEstimator) // n = 10
{
    EXPECT_EQ(unbiasedPassAtK({10, 0}, 1), 0);
    EXPECT_NEAR(unbiasedPassAtK({10, 1}, 1), 0.1, 1e-12);
    EXPECT_NEAR(unbiasedPassAtK({10, 1}, 5), 0.5, 1e-12);
    EXPECT_NEAR(unbiasedPassAtK({10, 3}, 5), 0.916667, 1e-6);
    EXPECT_EQ(unbiasedPassAtK({10, 10}, 1), 1);
}

TEST_F(KernelBenchResults, CountsWithoutResultsBecomeMarkedSamples)
{
    write("m_l2/pass_at_k_results.json", counts);
    const RecordBatch batch = read("auto", path("m_l2/pass_at_k_results.json")).at(0);
    EXPECT_EQ(batch.format, "kernelbench-pass-at-k");
    EXPECT_EQ(batch.evaluations.size(), 8U);
    EXPECT_EQ(std::count_if(batch.evaluations.begin(), batch.evaluations.end(),
                            [](const Evaluation &each) {
                                EXPECT_EQ(each.flags, std::vector<std::string>{"from_counts"});
                                return each.verdict == Verdict::Correct;
                            }),
              3);
    expectRefused("kernelbench-pass-at-k",
                  write("m_l2/pass_at_k_results.json",
                        R"({"averages":{},"problems":
{"1":{"total_samples":4,"correct_samples":5}}})"),
                  ":2:1.correct_samples", "0 to total_samples");
    expectRefused("kernelbench-pass-at-k", write("m_l2/pass_at_k_results.json", "{}"),
                  ":1:problems", "averages");
}

TEST_F(KernelBenchResults, ComparesCountsWithResults)
{
    write("m_l1/eval_results.json", listLayout);
    write("m_l1/pass_at_k_results.json", counts);
    const RecordBatch batch = read("auto", path("m_l1")).at(0);
    EXPECT_TRUE(hasNote(batch, "2 problems of pass_at_k_results.json with other counts"));
    EXPECT_EQ(fileContent(batch, "pass_at_k_results.json"), counts);
    EXPECT_EQ(batch.evaluations.size(), 3U) << "they are not samples of their own";
}

// ---- baselines
// --------------------------------------------------------------------------------

namespace {

constexpr const char *baselines = R"({"level1": {
  "1_Square_matrix_multiplication_.py": {"mean": 2.66, "std": 0.0199, "min": 2.65, "max": 2.86,
    "num_trials": 100, "hardware": "NVIDIA Made Up 9", "device": "cuda:0"},
  "2_Other.py": null},
"level2": {"3_Conv2d_ReLU.py": {"mean": 0.5, "std": NaN, "min": 0.4, "max": 0.6}}})";

} // namespace

TEST_F(KernelBenchResults, BaselinesBecomeGoldenRecords)
{
    write("Machine/baseline_time_torch_compile_inductor_reduce-overhead.json", baselines);
    const auto batches
        = read("auto", path("Machine/baseline_time_torch_compile_inductor_reduce-overhead.json"));
    ASSERT_EQ(batches.size(), 2U) << "one entry names no device";
    EXPECT_EQ(batches[1].run.name, batches[0].run.name + " 2") << "a store has each name once";
    const RecordBatch &batch = batches[0];
    ASSERT_EQ(batch.golden.size(), 1U);
    const GoldenRecord &golden = batch.golden[0];
    EXPECT_EQ(golden.task, "level1/1_Square_matrix_multiplication_");
    EXPECT_EQ(golden.baseline, "torch.compile (reduce-overhead)");
    EXPECT_EQ(golden.milliseconds, 2.66);
    EXPECT_EQ(golden.deviationMs, 0.0199);
    EXPECT_EQ(golden.minimumMs, 2.65);
    EXPECT_EQ(golden.maximumMs, 2.86);
    EXPECT_TRUE(golden.source.ends_with("reduce-overhead.json:2")) << golden.source;
    EXPECT_TRUE(golden.originalRecord.view().starts_with("{\"mean\": 2.66"));
    EXPECT_EQ(batch.run.environment.deviceName, "NVIDIA Made Up 9 (recorded)");
    EXPECT_TRUE(hasNote(batch, "1 task without a time"));
    EXPECT_FALSE(batches[1].golden.at(0).deviationMs) << "NaN is no deviation";
    EXPECT_EQ(batches[1].golden.at(0).task, "level2/3_Conv2d_ReLU");
    EXPECT_EQ(batches[1].tasks.at(0).category, "fused_conv2d");
}

// Names and times of branch v0 (L40S_matx3 and H100_together): the same numbers, other sizes.
TEST_F(KernelBenchResults, BaselinesOfThePaperHaveTheirOwnSuite)
{
    const std::string time
        = R"({"mean": 1.5, "std": 0.1, "min": 1.0, "max": 2.0, "hardware": "NVIDIA L40S"})";
    const auto level = [&](const std::string &name, const std::string &tasks) {
        return "\"" + name + "\": {" + tasks + "}";
    };
    const std::string relu = "\"19_ReLU.py\": " + time;
    write("L40S/baseline_time_torch.json",
          "{" + level("level1", relu) + ", " + level("level3", "\"35_LTSM.py\": " + time) + "}");
    write("H100/baseline_time_torch.json", "{" + level("level1", relu) + "}");
    const RecordBatch paper = read("auto", path("L40S/baseline_time_torch.json")).at(0);
    EXPECT_EQ(paper.run.suite, "kernelbench-v0");
    EXPECT_EQ(paper.tasks.at(0).suite, "kernelbench-v0") << "by its neighbour's name";
    EXPECT_EQ(paper.tasks.at(0).name, "level1/19_ReLU");
    EXPECT_EQ(paper.tasks.at(1).name, "level3/35_LTSM");
    EXPECT_TRUE(hasNote(paper, "kernelbench-v0"));
    const RecordBatch now = read("auto", path("H100/baseline_time_torch.json")).at(0);
    EXPECT_EQ(now.run.suite, "kernelbench");
    EXPECT_EQ(now.tasks.at(0).suite, "kernelbench");
}

TEST_F(KernelBenchResults, BadBaselinesAreNamed)
{
    const auto refused
        = [&](const std::string &text, const std::string &place, const std::string &words) {
              expectRefused("kernelbench-baseline", write("M/baseline_time_torch.json", text),
                            place, words);
          };
    refused("{\"level1\": {\n\"1_A.py\": {\"mean\": 0}}}", ":2:level1.1_A.py.mean", "above 0");
    refused("{\"level1\": {\n\"1_A.py\": {\"mean\": \"1\"}}}", ":2:level1.1_A.py.mean", "number");
    refused("{\"level1\": {\"A.py\": {\"mean\": 1}}}", ":1:level1.A.py", "named like a task");
    refused("{\"level1\": {\"1_../x.py\": {\"mean\": 1}}}", ":1:level1.1_../x.py", "like a task");
    refused("{\"levels\": {}}", ":1:levels", "level<number>");
    refused("{\"level1\": []}", ":1:level1", "object of tasks");
    mangle("kernelbench-baseline", "M/baseline_time_torch.json", baselines,
           path("M/baseline_time_torch.json"));
}

// ---- the agent loop
// ---------------------------------------------------------------------------

namespace {

constexpr const char *agentLines
    = R"({"backend": "cuda", "eval_result": {"compiled": true, "correctness": true, "metadata": {"hardware": "NVIDIA Made Up 9"}, "ref_runtime": 6.0, "ref_runtime_stats": {}, "runtime": 2.0, "runtime_stats": {}}, "level": 1, "model_name": "maker", "precision": "fp32", "problem_id": 1, "problem_name": "1_Square_matrix_multiplication_.py", "static_warnings": ["one"], "status": "evaluated"}
{"level": 2, "model_name": "maker", "precision": "fp32", "problem_id": 4, "problem_name": "4_Conv2d_Mish_Mish.py", "static_errors": ["no kernel"], "status": "static_failed"}
{"level": 2, "model_name": "maker", "precision": "fp32", "problem_id": 5, "error": "server", "status": "generation_error"}
{"level": 2, "model_name": "maker", "precision": "fp32", "problem_id": 6, "error": "evaluator", "status": "evaluation_error"}
)";

} // namespace

TEST_F(KernelBenchResults, ReadsLinesOfAnAgentLoop)
{
    write("loop/results.jsonl", agentLines);
    write("loop/summary.json", R"({"evaluated": 1, "compiled": 2, "correct": 1})");
    write("loop/generated_kernels/level_1/problem_1.py", "kernel\n");
    const RecordBatch batch = read("auto", path("loop")).at(0);
    EXPECT_EQ(batch.format, "kernelbench-agent");
    EXPECT_EQ(batch.run.precision, "fp32");
    EXPECT_EQ(batch.methods.at(0).name, "maker");
    EXPECT_EQ(batch.methods.at(0).kind, "agent");
    const Evaluation &right = evaluationOf(batch, "level1/1_Square_matrix_multiplication_");
    EXPECT_EQ(right.speedup, 3.0);
    EXPECT_EQ(right.baselineMs, 6.0);
    EXPECT_EQ(right.candidate.source, "kernel\n");
    EXPECT_EQ(right.flags, std::vector<std::string>{"static_warning"});
    EXPECT_EQ(right.originalRecord.toString() + "\n",
              std::string(agentLines).substr(0, right.originalRecord.size() + 1));
    EXPECT_EQ(evaluationOf(batch, "level2/4_Conv2d_Mish_Mish").verdict, Verdict::BuildFailed);
    EXPECT_EQ(batch.evaluations.at(2).verdict, Verdict::NotRecorded) << "what failed is not said";
    EXPECT_EQ(batch.evaluations.at(3).verdict, Verdict::InfraError);
    EXPECT_TRUE(hasNote(batch, "summary.json says 2 compiled, the records say 1"));
    EXPECT_FALSE(hasNote(batch, "correct, the records"));
    EXPECT_EQ(batch.files.size(), 3U);
}

TEST_F(KernelBenchResults, BadAgentLinesAreNamed)
{
    const auto refused
        = [&](const std::string &line, const std::string &place, const std::string &words) {
              expectRefused("kernelbench-agent", write("l/results.jsonl", agentLines + line), place,
                            words);
          };
    refused("{\"level\": 1000, \"problem_id\": 1, \"status\": \"x\"}", ":5:level", "0 to 999");
    refused("{\"level\": 1, \"problem_id\": 0, \"status\": \"x\"}", ":5:problem_id", "1 to");
    refused("{\"level\": 1, \"problem_id\": 2, \"status\": \"evaluated\"}", ":5:eval_result",
            "missing");
    refused("{\"level\": 1, \"problem_id\": 2, \"problem_name\": \"3_A.py\", \"status\": \"x\"}",
            ":5:problem_name", "another number");
    refused("{\"level\": 1, \"model_name\": \"maker\", \"problem_id\": 1, \"status\": \"x\"}",
            ":5:problem_id", "line above");
    refused("\n", ":5", "empty");
    mangle("kernelbench-agent", "l/results.jsonl", agentLines, path("l"));
}

// As in the lines of a published run. Frames are those of their tracebacks, outermost first.
TEST_F(KernelBenchResults, InfrastructureErrorIsNotACandidateFailure)
{
    const auto line
        = [](int problem, const std::string &error, const std::vector<std::string> &frames) {
              std::string traceback = "Traceback (most recent call last):\n";
              for (const std::string &frame : frames)
                  traceback += "  File \"/w/p.py\", line 7, in " + frame + "\n    call()\n";
              return Json{{"level", 1},
                          {"model_name", "/workspace/llm_model"},
                          {"problem_id", problem},
                          {"error", error},
                          {"traceback", traceback + "Error: " + error + "\n"},
                          {"status", "generation_error"}}
                         .dump()
                  + "\n";
          };
    const std::string cuda = "CUDA error: an illegal memory access was encountered";
    write("loop/results.jsonl",
          line(1, cuda, {"_evaluate_one", "eval_kernel_against_ref", "set_seed", "manual_seed"})
              + line(2, cuda, {"_evaluate_one", "eval_kernel_against_ref", "graceful_eval_cleanup"})
              + line(3, "Error code: 500 - {'error': 'x'}", {"_query_llm", "query_server", "post"})
              + line(4, "[Errno 28] No space left on device: '/tmp/t'", {"_query", "mkdtemp"})
              + line(5, "a reason of its own", {"_evaluate_one"}));
    write("loop/generated_kernels/level_1/problem_1.py", "kernel\n");
    const RecordBatch batch = read("auto", path("loop")).at(0);
    const auto verdict = [&](std::size_t i) { return batch.evaluations.at(i).verdict; };
    EXPECT_EQ(verdict(0), Verdict::InfraError) << "an earlier kernel had broken the device";
    EXPECT_EQ(batch.evaluations.at(0).candidate.source, "kernel\n");
    EXPECT_NE(batch.evaluations.at(0).runLog.find(cuda), std::string::npos);
    EXPECT_EQ(verdict(1), Verdict::NotRecorded) << "it may be its own fault";
    EXPECT_EQ(verdict(2), Verdict::InfraError);
    EXPECT_EQ(verdict(3), Verdict::InfraError);
    EXPECT_EQ(verdict(4), Verdict::NotRecorded);
    EXPECT_EQ(batch.methods.at(0).name, "llm_model") << "no path is a name";
}

TEST_F(KernelBenchResults, UnsupportedArchitectureIsACandidateFailureOnlyIfChosen)
{
    const std::string result
        = R"({"sample_id": 0, "compiled": true, "correctness": false, "runtime": -1.0, "runtime_stats": {}, "metadata": {"hardware": "NVIDIA Made Up 9", "runtime_error": "CUDA error: no kernel image is available for execution on the device\nFor debu..."}})";
    write("r_l1/eval_results.json", R"({"1": [)" + result + R"(], "2": [)" + result + "]}");
    write("r_l1/level_1_problem_1_sample_0_kernel.py", "load_inline('x')\n");
    write("r_l1/level_1_problem_2_sample_0_kernel.py",
          "load_inline('x', extra_cuda_cflags=['-arch=sm_100'])\n");
    const RecordBatch batch = read("auto", path("r_l1")).at(0);
    EXPECT_EQ(batch.evaluations.at(0).verdict, Verdict::InfraError);
    EXPECT_EQ(batch.evaluations.at(1).verdict, Verdict::ReturnedError);
}

} // namespace loupe::test
