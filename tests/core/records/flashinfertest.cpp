// SPDX-License-Identifier: Apache-2.0
// Tests the layout of flashinfer-bench 40e6ca7 (docs/flashinfer-trace).
#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

Json workload(const std::string &uuid, int rows)
{
    return {{"uuid", uuid}, {"axes", {{"M", rows}}}, {"inputs", {{"A", {{"type", "random"}}}}}};
}

Json trace(const std::string &solution, const std::string &status, const std::string &uuid = "w1")
{
    const bool isPassed = status == "PASSED";
    const bool isCompared = isPassed || status == "INCORRECT_NUMERICAL";
    return {{"definition", "rmsnorm"},
            {"workload", workload(uuid, 32)},
            {"solution", solution},
            {"evaluation",
             {{"status", status},
              {"log", "built"},
              {"environment", {{"hardware", "NVIDIA_H100"}, {"libs", {{"torch", "2.6.0"}}}}},
              {"timestamp", "2025-06-27T12:45:00Z"},
              {"correctness",
               isCompared ? Json{{"max_relative_error", 1.15e-05}, {"max_absolute_error", 0.89e-05}}
                          : Json(nullptr)},
              {"performance",
               isPassed ? Json{{"latency_ms", 0.008},
                               {"reference_latency_ms", 0.019},
                               {"speedup_factor", 2.375}}
                        : Json(nullptr)}}}};
}

Json solution(const std::string &name, const std::string &author)
{
    return {
        {"name", name},
        {"definition", "rmsnorm"},
        {"author", author},
        {"spec",
         {{"language", "triton"}, {"target_hardware", {"cuda"}}, {"entry_point", "main.py::run"}}},
        {"sources", {{{"path", "main.py"}, {"content", "def run(): pass\n"}}}}};
}

std::string linesOf(const std::vector<Json> &lines)
{
    std::string text;
    for (const Json &line : lines)
        text += line.dump() + "\n";
    return text;
}

using FlashInferTraces = RecordsTest;

} // namespace

TEST_F(FlashInferTraces, ADatasetGivesTasksMethodsAndSamples)
{
    write("definitions/norm/rmsnorm.json",
          Json{{"name", "rmsnorm"}, {"op_type", "norm"}, {"reference", "def run(x): return x\n"}}
              .dump());
    write("solutions/a/one.json", solution("rms_b", "agent-x").dump());
    write("solutions/a/two.json", solution("rms_a", "agent-x").dump());
    const Json idle{{"definition", "rmsnorm"},
                    {"workload", workload("w1", 32)},
                    {"solution", nullptr},
                    {"evaluation", nullptr}};
    write("workloads/norm/rmsnorm.jsonl", linesOf({idle}));
    write("traces/norm/rmsnorm.jsonl",
          linesOf({trace("rms_a", "PASSED"), trace("rms_b", "TIMEOUT"), trace("rms_a", "PASSED")}));
    EXPECT_EQ(detected(""), "flashinfer-trace");
    const auto runs = read("flashinfer-trace", "");
    ASSERT_EQ(runs.size(), 1U);
    const RecordBatch &run = runs.at(0);
    EXPECT_EQ(run.run.environment.deviceName, "NVIDIA_H100 (recorded)");
    EXPECT_NE(run.run.environment.json.find("2.6.0"), std::string::npos);
    ASSERT_EQ(run.tasks.size(), 1U);
    EXPECT_EQ(run.tasks.at(0).name, "rmsnorm/w1");
    EXPECT_EQ(run.tasks.at(0).category, "norm");
    EXPECT_EQ(run.tasks.at(0).title, "rmsnorm M=32");
    EXPECT_FALSE(run.tasks.at(0).hash.empty());
    ASSERT_EQ(run.evaluations.size(), 3U);
    const Evaluation &passed = run.evaluations.at(0);
    EXPECT_EQ(passed.verdict, Verdict::Correct);
    EXPECT_EQ(passed.speedup, 2.375);
    EXPECT_EQ(passed.baselineMs, 0.019);
    EXPECT_EQ(passed.candidate.method, "agent-x");
    EXPECT_EQ(passed.candidate.sample, 0);
    EXPECT_EQ(passed.candidate.language, "triton");
    EXPECT_EQ(passed.candidate.source, "def run(): pass\n");
    EXPECT_EQ(run.evaluations.at(1).candidate.sample, 1);
    EXPECT_EQ(run.evaluations.at(1).verdict, Verdict::RunTimeout);
    EXPECT_EQ(run.evaluations.at(2).attempt, 1) << "the same solution on the same workload again";
    EXPECT_EQ(run.files.size(), 5U);
}

TEST_F(FlashInferTraces, EveryStatusHasItsVerdict)
{
    const std::vector<std::pair<std::string, Verdict>> cases{
        {"INCORRECT_SHAPE", Verdict::WrongShape}, {"INCORRECT_NUMERICAL", Verdict::WrongValue},
        {"INCORRECT_DTYPE", Verdict::WrongDtype}, {"RUNTIME_ERROR", Verdict::ReturnedError},
        {"COMPILE_ERROR", Verdict::CompileError}, {"TIMEOUT", Verdict::RunTimeout}};
    std::vector<Json> lines;
    for (const auto &[status, verdict] : cases)
        lines.push_back(trace("s-" + status, status));
    write("rmsnorm.jsonl", linesOf(lines));
    EXPECT_EQ(detected("rmsnorm.jsonl"), "flashinfer-trace");
    const auto runs = read("flashinfer-trace", "rmsnorm.jsonl");
    ASSERT_EQ(runs.size(), 1U);
    ASSERT_EQ(runs.at(0).evaluations.size(), cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i)
        EXPECT_EQ(runs.at(0).evaluations.at(i).verdict, cases[i].second) << cases[i].first;
    EXPECT_EQ(runs.at(0).evaluations.at(0).candidate.method, "s-INCORRECT_SHAPE")
        << "without solutions the author is not known";
}

TEST_F(FlashInferTraces, NonFiniteErrorsAreNotANumber)
{
    Json line = trace("s", "INCORRECT_NUMERICAL");
    line["evaluation"]["correctness"]["max_relative_error"] = "NaN";
    write("t.jsonl", linesOf({line}));
    EXPECT_EQ(read("flashinfer-trace", "t.jsonl").at(0).evaluations.at(0).verdict,
              Verdict::NotANumber);
}

TEST_F(FlashInferTraces, OtherHardwareOrLibrariesAreAnotherRun)
{
    Json hardware = trace("s", "PASSED");
    hardware["evaluation"]["environment"]["hardware"] = "NVIDIA_B200";
    Json libraries = trace("s", "PASSED");
    libraries["evaluation"]["environment"]["libs"]["torch"] = "2.7.0";
    write("t.jsonl", linesOf({trace("s", "PASSED"), hardware, libraries}));
    const auto runs = read("flashinfer-trace", "t.jsonl");
    ASSERT_EQ(runs.size(), 3U);
    EXPECT_NE(runs.at(1).run.uuid, runs.at(2).run.uuid);
    EXPECT_NE(runs.at(1).run.name, runs.at(2).run.name);
}

TEST_F(FlashInferTraces, ReadsTracesInSeparateFiles)
{
    write("set/definitions/a.json",
          Json{{"name", "rmsnorm"}, {"op_type", "norm"}, {"reference", "pass\n"}}.dump());
    write("set/solutions/s.json", solution("s", "model").dump());
    write("set/traces/rmsnorm/one.json", trace("s", "PASSED").dump(2));
    write("set/traces/rmsnorm/empty.json", "");
    write("set/traces/rmsnorm/broken.jsonl", linesOf({trace("s", "RUNTIME_ERROR"), Json::array()}));
    const auto runs = read("flashinfer-trace", "set");
    ASSERT_EQ(runs.size(), 1U);
    ASSERT_EQ(runs[0].evaluations.size(), 1U) << "a broken file is left out whole";
    EXPECT_EQ(runs[0].evaluations[0].candidate.source, "def run(): pass\n");
    EXPECT_EQ(runs[0].skipped.size(), 1U);
    ReadOptions skipping;
    skipping.skipBad = true;
    EXPECT_EQ(read("flashinfer-trace", "set", skipping).at(0).evaluations.size(), 2U)
        << "only its bad line is";
}

TEST_F(FlashInferTraces, BadTracesAreRefusedWithTheirPlace)
{
    const auto spoiled = [&](const std::function<void(Json &)> &spoil) {
        Json line = trace("s", "PASSED");
        spoil(line);
        write("t.jsonl", linesOf({trace("s", "PASSED"), line}));
    };
    spoiled([](Json &line) { line["evaluation"]["status"] = "FINE"; });
    expectRefused("flashinfer-trace", "t.jsonl", "t.jsonl:2:evaluation.status", "no status");
    spoiled([](Json &line) { line["evaluation"]["performance"] = nullptr; });
    expectRefused("flashinfer-trace", "t.jsonl", "t.jsonl:2:evaluation.performance",
                  "where status is PASSED");
    spoiled([](Json &line) { line["evaluation"]["performance"]["latency_ms"] = -1; });
    expectRefused("flashinfer-trace", "t.jsonl", "t.jsonl:2:evaluation.performance.latency_ms",
                  "below 0");
    spoiled([](Json &line) { line["solution"] = nullptr; });
    expectRefused("flashinfer-trace", "t.jsonl", "t.jsonl:2:evaluation", "null where solution is");
    spoiled([](Json &line) { line["workload"].erase("uuid"); });
    expectRefused("flashinfer-trace", "t.jsonl", "t.jsonl:2:workload.uuid", "missing");
    write("t.jsonl", "{\"definition\": \"a\", \"workload\"");
    expectRefused("flashinfer-trace", "t.jsonl", "t.jsonl:1:31", "not valid JSON");
    write("t.jsonl", "[1]\n");
    expectRefused("flashinfer-trace", "t.jsonl", "t.jsonl:1", "must be an object");
}

TEST_F(FlashInferTraces, ASolutionHasTheSameMethodWithAndWithoutItsFile)
{
    const std::vector<std::pair<std::string, std::string>> names{
        {"gpt-o3_triton_4c9c32", "gpt-o3"},
        {"claude-opus-4-1-20250805_cuda_x9v0c1", "claude-opus-4-1-20250805"},
        {"flashinfer_wrapper_2bb9c5", "flashinfer"},
        {"my_agent_cute_dsl_0a1b2c", "my_agent"}};
    std::vector<Json> lines;
    for (const auto &[name, author] : names) {
        write("data/solutions/a/" + name + ".json", solution(name, author).dump());
        lines.push_back(trace(name, "PASSED"));
    }
    write("data/definitions/norm/rmsnorm.json",
          Json{{"name", "rmsnorm"}, {"op_type", "norm"}, {"reference", "def run(x): return x\n"}}
              .dump());
    write("data/traces/norm/rmsnorm.jsonl", linesOf(lines));
    for (Json &line : lines)
        line["evaluation"]["environment"]["hardware"] = "NVIDIA_B200";
    write("alone.jsonl", linesOf(lines));
    const auto methodsOf = [&](const std::string &source) {
        std::vector<std::string> out;
        const std::vector<RecordBatch> batches = read("flashinfer-trace", source);
        for (const Evaluation &each : batches.at(0).evaluations)
            out.push_back(each.candidate.method + " " + std::to_string(each.candidate.sample));
        return out;
    };
    EXPECT_EQ(methodsOf("alone.jsonl"),
              (std::vector<std::string>{"gpt-o3 0", "claude-opus-4-1-20250805 0", "flashinfer 0",
                                        "my_agent 0"}));
    EXPECT_EQ(methodsOf("alone.jsonl"), methodsOf("data"));
}

TEST_F(FlashInferTraces, SeveralSolutionsWithoutFilesAreSamplesOfTheirAuthor)
{
    write("t.jsonl",
          linesOf({trace("a_cuda_222222", "PASSED"), trace("a_triton_111111", "PASSED"),
                   trace("a_cuda_222222", "PASSED", "w2"), trace("some_name", "PASSED"),
                   trace("x_cuda_Zz", "PASSED"), trace("_cuda_222222", "PASSED")}));
    const RecordBatch run = read("flashinfer-trace", "t.jsonl").at(0);
    std::vector<std::string> found;
    for (const Evaluation &each : run.evaluations)
        found.push_back(each.candidate.method + " " + std::to_string(each.candidate.sample));
    EXPECT_EQ(found,
              (std::vector<std::string>{"a 0", "a 1", "a 0", "some_name 0", "x_cuda_Zz 0",
                                        "_cuda_222222 0"}));
    EXPECT_EQ(run.evaluations[0].candidate.language, "cuda");
}

} // namespace loupe::test
