// SPDX-License-Identifier: Apache-2.0
// Tests records in the format of MultiKernelBench's eval script, and variations of it.
#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

constexpr const char *runFolder = "output/cuda/add_shot/0.2-0.95/gpt-4o/run3/";

Json correctRecord()
{
    return Json::parse(R"({"compiled": true, "correctness": true,
        "performance": {"mean": 0.00131, "std": 0.000259, "min": 0.00118, "max": 0.00311,
                        "num_trials": 100},
        "hardware": "NVIDIA L20", "cheating": false})");
}

Json failedRecord(bool isCompiled, const std::string &info)
{
    return {{"compiled", isCompiled}, {"correctness", false},
            {"performance", nullptr}, {"hardware", "NVIDIA L20"},
            {"cheating", false},      {isCompiled ? "correctness_info" : "compile_info", info}};
}

using MultiKernelBench = RecordsTest;

} // namespace

TEST_F(MultiKernelBench, FolderGivesMethodSampleAndCandidates)
{
    Json result{{"adam", correctRecord()},
                {"sgd", failedRecord(false, "invalid syntax (<string>, line 1)")},
                {"relu",
                 {{"compiled", true},
                  {"correctness", false},
                  {"performance", nullptr},
                  {"correctness_info", "Timeout fault"}}}};
    write(std::string(runFolder) + "result.json", result.dump(2));
    write(std::string(runFolder) + "adam.txt", "Here:\n```python\nclass ModelNew: pass\n```\n");
    write(std::string(runFolder) + "unrelated.txt", "notes");
    EXPECT_EQ(detected(""), "multikernelbench");
    EXPECT_EQ(detected(std::string(runFolder) + "result.json"), "multikernelbench");
    const auto runs = read("multikernelbench", "");
    ASSERT_EQ(runs.size(), 1U);
    const RecordBatch &run = runs.at(0);
    ASSERT_EQ(run.methods.size(), 1U);
    EXPECT_EQ(run.methods.at(0).name, "gpt-4o (cuda, add_shot, 0.2-0.95)");
    EXPECT_EQ(run.run.environment.deviceName, "NVIDIA L20 (recorded)");

    const Evaluation &adam = evaluationOf(run, "optimizer/adam", 3);
    EXPECT_EQ(adam.verdict, Verdict::Correct);
    EXPECT_EQ(adam.candidateMs, 0.00131);
    EXPECT_FALSE(adam.speedup);
    EXPECT_EQ(adam.candidate.source, "class ModelNew: pass");
    EXPECT_EQ(adam.candidate.language, "cuda");
    EXPECT_EQ(Json::parse(adam.originalRecord.view()), correctRecord());
    EXPECT_EQ(evaluationOf(run, "optimizer/sgd", 3).verdict, Verdict::BuildFailed);
    // A record of the driver has no device, so it gets the file's.
    const Evaluation &relu = evaluationOf(run, "activation/relu", 3);
    EXPECT_EQ(relu.verdict, Verdict::RunTimeout);
    EXPECT_EQ(relu.flags, (std::vector<std::string>{"unknown_stage"}));
    EXPECT_EQ(run.files.size(), 2U) << "the result and the response, not the notes";
}

TEST_F(MultiKernelBench, ComparisonMessageGivesTheVerdict)
{
    const std::vector<std::pair<std::string, Verdict>> cases{
        {"[FAIL] Output mismatch", Verdict::WrongValue},
        {"[FAIL] Output shape mismatch: Expected (2,), got (3,)", Verdict::WrongShape},
        {"[FAIL] Output length mismatch: 2 and 1", Verdict::WrongStructure},
        {"[FAIL] CUDA out of memory. Tried to allocate", Verdict::OutOfMemory},
        {"[FAIL] 'NoneType' object is not callable", Verdict::ReturnedError},
        {"Segmentation fault", Verdict::Crashed},
        {"", Verdict::WrongAnswer}};
    for (const auto &[info, verdict] : cases) {
        write("result.json", Json{{"gelu", failedRecord(true, info)}}.dump());
        const auto runs = read("multikernelbench", "result.json");
        ASSERT_EQ(runs.size(), 1U);
        EXPECT_EQ(evaluationOf(runs.at(0), "activation/gelu").verdict, verdict) << info;
    }
}

TEST_F(MultiKernelBench, ABaselineOfTheSameLanguageAndDeviceGivesSpeedups)
{
    write(std::string(runFolder) + "result_optimizer.json", Json{{"adam", correctRecord()}}.dump());
    write("baselines/cuda_NVIDIA L20.json", R"({
"adam": {"mean": 0.00262, "std": 0.0001, "min": 0.0025, "max": 0.003, "num_trials": 100,
         "device": "NVIDIA L20"},
"sgd": "not supported", "relu": "timeout"})");
    const auto runs = read("multikernelbench", "");
    ASSERT_EQ(runs.size(), 2U);
    ASSERT_EQ(runs.at(0).golden.size(), 1U);
    const GoldenRecord &golden = runs.at(0).golden.at(0);
    EXPECT_EQ(golden.task, "optimizer/adam");
    EXPECT_EQ(golden.baseline, "eager");
    EXPECT_EQ(golden.milliseconds, 0.00262);
    EXPECT_EQ(golden.deviationMs, 0.0001);
    const Evaluation &adam = evaluationOf(runs.at(1), "optimizer/adam", 3);
    EXPECT_EQ(adam.baselineMs, 0.00262);
    EXPECT_EQ(adam.speedup, 0.00262 / 0.00131);
}

TEST_F(MultiKernelBench, PallasRecordsSeconds)
{
    write("output/pallas/add_shot/0.0-1.0/m/run0/result.json",
          Json{{"adam", correctRecord()}}.dump());
    const auto runs = read("multikernelbench", "");
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(evaluationOf(runs.at(0), "optimizer/adam").candidateMs, 1.31);
    EXPECT_FALSE(runs.at(0).notes.empty());
}

TEST_F(MultiKernelBench, RunnerRecordIsNamedAfterItsFile)
{
    write("relu.json", correctRecord().dump());
    EXPECT_EQ(detected("relu.json"), "multikernelbench");
    const auto runs = read("multikernelbench", "relu.json");
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(evaluationOf(runs.at(0), "activation/relu").verdict, Verdict::Correct);
}

TEST_F(MultiKernelBench, NotesCheatsCountedAsCorrect)
{
    Json record = correctRecord();
    record["cheating"] = true;
    record["cheating_info"] = {{"valid", false}, {"regression_type", 3}};
    write("result.json", Json{{"elu", record}}.dump());
    const auto runs = read("multikernelbench", "result.json");
    const Evaluation &elu = evaluationOf(runs.at(0), "activation/elu");
    EXPECT_EQ(elu.verdict, Verdict::Correct);
    ASSERT_EQ(elu.findings.size(), 1U);
    EXPECT_EQ(elu.findings.at(0).severity, FindingSeverity::Note);
}

TEST_F(MultiKernelBench, OldRecordsWithoutCorrectnessAreNotCorrect)
{
    write("result.json",
          R"({"elu": {"compiled": false, "correctness": null, "performance": null}})");
    EXPECT_EQ(evaluationOf(read("multikernelbench", "result.json").at(0), "activation/elu").verdict,
              Verdict::BuildFailed);
}

TEST_F(MultiKernelBench, BadRecordsAreRefusedWithTheirPlace)
{
    write("result.json", "{\n\"elu\": {\"compiled\": 1, \"correctness\": false}\n}");
    expectRefused("multikernelbench", "result.json", "result.json:2:elu.compiled", "true or false");
    write("result.json", "{\n\"elu\": {\"compiled\": false, \"correctness\": true}\n}");
    expectRefused("multikernelbench", "result.json", "result.json:2:elu.correctness",
                  "where compiled is false");
    write("result.json", "{\n\"elu\": [],\n\"gelu\": {}\n}");
    expectRefused("multikernelbench", "result.json", "result.json:2:elu", "must be an object");
    write("result.json", "{\"elu\": {\"compiled\": true,");
    expectRefused("multikernelbench", "result.json", "result.json:1", "not valid JSON");
    write("result.json", "[]");
    expectRefused("multikernelbench", "result.json", "result.json:1", "must be a JSON object");
    write("result.json", "{\"elu\": {}, \"elu\": {}}");
    expectRefused("multikernelbench", "result.json", "result.json:1", "twice");
    write("result.json", "{}");
    expectRefused("multikernelbench", "result.json", "", "no result");
}

TEST_F(MultiKernelBench, OneSampleHasOneResultOfAnOperator)
{
    write(std::string(runFolder) + "result.json", Json{{"adam", correctRecord()}}.dump());
    write(std::string(runFolder) + "result_optimizer.json", Json{{"adam", correctRecord()}}.dump());
    expectRefused("multikernelbench", "", std::string(runFolder) + "result_optimizer.json:1",
                  "another result");
}

} // namespace loupe::test
