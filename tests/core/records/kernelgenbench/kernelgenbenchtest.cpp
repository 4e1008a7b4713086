// SPDX-License-Identifier: Apache-2.0
// Tests layouts, examples and pitfalls of KernelGenBench's own scripts and published files.
#include "core/records/kernelgenbench/kernelgenbenchcost.h"

#include <cmath>

#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

constexpr const char *agentRun = "normal_cc_KernelGenBench_20260601_120000/";
constexpr const char *modelRun = "pass_at_5_gpt-4o_KernelGenBench_20260601-120000/";

Json timedCase(double reference, double candidate)
{
    return {{"ref_time", reference},
            {"res_time", candidate},
            {"speedup", reference / candidate},
            {"params", {{"M", 495}}}};
}

Json averageRow(double speedup)
{
    return {{"ref_time", 1.0}, {"res_time", 1.0}, {"speedup", speedup}, {"params", "avg"}};
}

/// Returns an entry of verification/log_<r>/result.json.
Json verification(const std::string &op, const Json &success, int total, int failed,
                  const std::string &traceback = {}, const Json &speedup = Json::array())
{
    return {{"op_name", op},
            {"success", success},
            {"traceback", traceback.empty() ? Json(nullptr) : Json(traceback)},
            {"params", nullptr},
            {"speedup", speedup},
            {"info", {{"total", total}, {"failed", failed}, {"success", total - failed}}},
            {"code", "def " + op + "(): pass\n"},
            {"test_func", "test_" + op}};
}

Json outcome(const std::string &status, int total, int failed, const std::string &error = {})
{
    Json json{{"status", status},
              {"total_tests", total},
              {"passed_tests", total - failed},
              {"failed_tests", failed}};
    if (!error.empty())
        json["error"] = error;
    return json;
}

Json results(const Json &operators)
{
    return {{"run_name", "normal_cc_KernelGenBench_20260601_120000"},
            {"dataset", "KernelGenBench"},
            {"timestamp", "2026-06-01T12:00:00"},
            {"summary", {{"total", 1}, {"passed", 1}, {"failed", 0}, {"pass_rate", "100.0%"}}},
            {"operators", operators}};
}

Json detail(const Json &firstPass, const Json &codes)
{
    return {{"passed", !firstPass.is_null()}, {"namespace", "aten"},
            {"kernel_name", "add"},           {"generated_codes_by_round", codes},
            {"first_pass_round", firstPass},  {"total_attempts", codes.size()}};
}

Json passes(const Json &details)
{
    return {{"total_operators", details.size()},
            {"total_passed", 1},
            {"final_pass_rate", 0.5},
            {"rounds_summary", Json::array()},
            {"operator_details", details}};
}

using KernelGenBench = RecordsTest;

} // namespace

TEST_F(KernelGenBench, AnAgentsRunIsReadWithKernelsTimesAndCosts)
{
    const std::string run = agentRun;
    write(run + "results.json",
          results({{"aten::add", outcome("passed", 650, 0)},
                   {"rms_norm",
                    outcome("failed", 60, 1,
                            "AssertionError: Tensor-likes are not "
                            "close!")}})
              .dump());
    write(run + "config.yaml", "method: normal_cc\nmodel: opus\n");
    write(run + "kernels/aten__add.py", "def add(): pass\n");
    write(run + "progress.json",
          R"({"dataset":"KernelGenBench","start_time":"x","summary":{},"operators":{
"aten::add":{"status":"completed","duration_seconds":12.5,"code_generated":true},
"aten::cos":{"status":"timeout","duration_seconds":1800,"code_generated":false}}})");
    write(run + "verification/log_0/result.json",
          Json{verification(
                   "aten::add", true, 650, 0, {},
                   {timedCase(2.0, 1.0), averageRow(2.0), timedCase(8.0, 1.0), averageRow(100.0)})}
              .dump());
    write(
        run + "workspaces/aten__add/cc_output_1.jsonl",
        R"({"type":"assistant","message":{"id":"m1","usage":{"input_tokens":10,"output_tokens":5,)"
        R"("cache_creation_input_tokens":100,"cache_read_input_tokens":1000}}})"
        "\n");
    EXPECT_EQ(detected(""), "kernelgenbench");
    const auto runs = read("kernelgenbench", "");
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(runs.at(0).methods.at(0).name, "normal_cc (opus)");
    EXPECT_EQ(runs.at(0).methods.at(0).kind, "agent");

    const Evaluation &add = evaluationOf(runs.at(0), "aten::add");
    EXPECT_EQ(add.verdict, Verdict::Correct);
    ASSERT_TRUE(add.speedup);
    EXPECT_NEAR(*add.speedup, 4.0, 1e-12) << "geometric mean of 2 and 8: without the avg rows";
    EXPECT_EQ(add.candidate.source, "def add(): pass\n");
    EXPECT_EQ(add.candidate.cost.seconds, 12.5);
    EXPECT_EQ(add.candidate.cost.inputTokens, 1110);
    EXPECT_EQ(add.candidate.cost.outputTokens, 5);
    ASSERT_EQ(add.timings.size(), 2U);
    EXPECT_EQ(add.timings.at(1).samplesMs, (std::vector<double>{2.0, 8.0}));
    EXPECT_EQ(evaluationOf(runs.at(0), "vllm13::rms_norm").verdict, Verdict::WrongValue);
    // An unfinished attempt is not a failure of the kernel.
    const Evaluation &cos = evaluationOf(runs.at(0), "aten::cos");
    EXPECT_EQ(cos.verdict, Verdict::NotRecorded);
    EXPECT_EQ(cos.candidate.cost.seconds, 1800);
    for (const ImportedFile &file : runs.at(0).files)
        EXPECT_EQ(file.name.find("workspaces"), std::string::npos) << file.name;
}

TEST_F(KernelGenBench, SeparatesStaleVerifications)
{
    const std::string run = agentRun;
    write(run + "results.json",
          results(
              {{"aten::add", outcome("passed", 650, 0)}, {"aten::mul", outcome("failed", 164, 3)}})
              .dump());
    write(run + "verification/log_0/result.json",
          Json{verification("aten::add", false, 650, 12, "TimeoutError: Test timed out after 600"),
               verification("aten::mul", false, 164, 3, "AssertionError: are not close")}
              .dump());
    const auto runs = read("kernelgenbench", "");
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(evaluationOf(runs.at(0), "aten::add").verdict, Verdict::Correct);
    EXPECT_EQ(evaluationOf(runs.at(0), "aten::mul").verdict, Verdict::WrongValue);
    ASSERT_EQ(runs.at(1).evaluations.size(), 1U);
    EXPECT_NE(runs.at(1).run.name.find("stale"), std::string::npos);
    EXPECT_NE(runs.at(1).run.uuid, runs.at(0).run.uuid);
    const Evaluation &stale = evaluationOf(runs.at(1), "aten::add");
    EXPECT_EQ(stale.verdict, Verdict::RunTimeout);
    EXPECT_EQ(stale.flags, (std::vector<std::string>{"stale_record"}));
}

TEST_F(KernelGenBench, RoundsOfAModelAreSamplesUnlessItReflects)
{
    const Json result = passes({{"aten::add", detail(1, {{"0", "bad"}, {"1", "good"}})},
                                {"aten::mul", detail(nullptr, {{"0", "bad"}})},
                                {"aten::cos", detail(nullptr, Json::object())}});
    const std::string log = Json{verification("aten::add", false, 650, 650,
                                              "ValueError: no func add_Tensor in code, must "
                                              "include def add_Tensor")}
                                .dump();
    for (const bool reflects : {false, true}) {
        std::string run = modelRun;
        if (reflects)
            run.insert(run.find("_2026"), "_reflection");
        write(run + "pass_at_k_results.json", result.dump());
        write(run + "verification/log_0/result.json", log);
        const auto runs = read("kernelgenbench", run);
        ASSERT_EQ(runs.size(), 1U);
        EXPECT_EQ(runs.at(0).methods.at(0).name, reflects ? "gpt-4o" : "gpt-4o");
        const Evaluation &first = evaluationOf(runs.at(0), "aten::add", 0, 0);
        EXPECT_EQ(first.verdict, Verdict::MissingSymbol);
        EXPECT_EQ(first.candidate.source, "bad");
        const Evaluation &second
            = evaluationOf(runs.at(0), "aten::add", reflects ? 0 : 1, reflects ? 1 : 0);
        EXPECT_EQ(second.verdict, Verdict::Correct);
        EXPECT_EQ(second.candidate.source, "good");
        EXPECT_EQ(evaluationOf(runs.at(0), "aten::mul").verdict, Verdict::WrongAnswer);
        EXPECT_EQ(evaluationOf(runs.at(0), "aten::cos").verdict, Verdict::NotRecorded);
    }
}

TEST_F(KernelGenBench, CheatsInEveryReportFormatAreSuspicions)
{
    const std::string run = agentRun;
    const Json all = results({{"aten::add", outcome("passed", 1, 0)},
                              {"aten::mul", outcome("passed", 1, 0)},
                              {"aten::cos", outcome("passed", 1, 0)}});
    const std::vector<std::pair<std::string, std::string>> reports{
        {"antihack_report.json", R"({"hacked_operators": ["aten::add"]})"},
        {"antihack_l1_report.json", R"({"hacked_operators": [{"op_name": "add"}]})"},
        {"antihack_round_0.json",
         R"({"hack_details": {"aten::add": {"hacked": true, "layer": "L1", "reason": "calls torch"},
             "aten::mul": {"hacked": false}}})"}};
    for (const auto &[name, report] : reports) {
        write(run + "results.json", all.dump());
        write(run + name, report);
        const auto runs = read("kernelgenbench", run);
        ASSERT_EQ(runs.size(), 1U);
        const Evaluation &add = evaluationOf(runs.at(0), "aten::add");
        EXPECT_EQ(add.verdict, Verdict::Correct) << "the tests were passed";
        ASSERT_EQ(add.findings.size(), 1U) << name;
        EXPECT_EQ(add.findings.at(0).severity, FindingSeverity::Suspicion);
        EXPECT_TRUE(evaluationOf(runs.at(0), "aten::mul").findings.empty());
        std::filesystem::remove(folder() / run / name);
    }
}

TEST_F(KernelGenBench, AnOperatorWithoutTestsStaysUnknown)
{
    write("result.json", Json{verification("aten::eq", nullptr, 0, 0)}.dump());
    EXPECT_EQ(detected("result.json"), "kernelgenbench");
    const auto runs = read("kernelgenbench", "result.json");
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(evaluationOf(runs.at(0), "aten::eq").verdict, Verdict::NotRecorded);
}

TEST_F(KernelGenBench, SeparatesRunsOfAFolder)
{
    write("runs/a/results.json", results({{"aten::add", outcome("passed", 1, 0)}}).dump());
    write("runs/b/results.json", results({{"aten::add", outcome("failed", 1, 1)}}).dump());
    const auto runs = read("kernelgenbench", "");
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_NE(runs.at(0).run.uuid, runs.at(1).run.uuid);
    EXPECT_NE(runs.at(0).run.name, runs.at(1).run.name);
}

TEST_F(KernelGenBench, BadRecordsAreRefusedWithTheirPlace)
{
    write("results.json",
          "{\"run_name\": \"m_KernelGenBench\", \"operators\": {\n"
          "\"aten::add\": {\"status\": \"fine\"}}}");
    expectRefused("kernelgenbench", "results.json", "results.json:2:aten::add.status",
                  "passed or failed");
    write("results.json", R"({"run_name": "m", "pass_rate": "1%"})");
    expectRefused("kernelgenbench", "results.json", "results.json", "operators is missing");
    write("pass.json",
          "{\"rounds_summary\": [], \"operator_details\": {\n\n"
          "\"aten::add\": {\"passed\": true, \"first_pass_round\": null}}}");
    expectRefused("kernelgenbench", "pass.json", "pass.json:3:aten::add.first_pass_round",
                  "where passed is true");
    write("pass.json",
          "{\"rounds_summary\": [], \"operator_details\": {\n"
          "\"aten::add\": {\"passed\": false, \"first_pass_round\": null,"
          "\"generated_codes_by_round\": {\"x\": \"\"}}}}");
    expectRefused("kernelgenbench", "pass.json", "pass.json:2:aten::add.generated_codes_by_round.x",
                  "number of a round");
    write("result.json", "[\n{\"op_name\": \"aten::add\", \"success\": 1}]");
    expectRefused("kernelgenbench", "result.json", "result.json:2:success", "true, false or null");
    write("result.json",
          "[\n{\"op_name\": \"aten::add\", \"success\": true},\n"
          "{\"op_name\": \"add\", \"success\": true}]");
    expectRefused("kernelgenbench", "result.json", "result.json:3:op_name", "already");
    write("result.json", "[{\"op_name\": \"aten::add\", \"success\": true}");
    expectRefused("kernelgenbench", "result.json", "result.json:1", "not valid JSON");
}

TEST_F(KernelGenBench, OneBadRecordCanBeSkipped)
{
    write("results.json",
          "{\"run_name\": \"m_KernelGenBench\", \"operators\": {\n"
          "\"aten::add\": {\"status\": \"passed\"},\n\"aten::mul\": {\"status\" \"passed\"}}}");
    expectRefused("kernelgenbench", "results.json", "results.json:3:18", "not valid JSON");
    const RecordBatch run = read("kernelgenbench", "results.json", {{}, true, {}, {}}).at(0);
    EXPECT_EQ(run.records, 1);
    ASSERT_EQ(run.skipped.size(), 1U);
    EXPECT_TRUE(run.skipped.at(0).where.ends_with("results.json:3:18"));
    EXPECT_TRUE(hasNote(run, "1 problem in bad records"));
}

TEST(KernelGenBenchCost, CountsMessagesOnceAndEveryStep)
{
    GenerationCost claude;
    const std::string event
        = R"({"type":"assistant","message":{"id":"m1","usage":{"input_tokens":10,"output_tokens":5}}})"
          "\n";
    addClaudeCodeCost(event + event + "{\"type\":\"result\"}\nnot json\n", claude);
    EXPECT_EQ(claude, (GenerationCost{10, 5, 1, std::nullopt, std::nullopt}));
    GenerationCost open;
    const std::string step
        = R"({"type":"step_finish","part":{"tokens":{"input":7,"output":3,"total":20,"cache":{"read":8,"write":2}}}})"
          "\n";
    addOpenCodeCost(step + step, open);
    EXPECT_EQ(open, (GenerationCost{34, 6, 2, std::nullopt, std::nullopt}));
    GenerationCost none;
    addClaudeCodeCost(
        R"({"type":"assistant","message":{"usage":{"input_tokens":-5,"output_tokens":1e99}}})",
        none);
    EXPECT_EQ(none, (GenerationCost{0, 0, 1, std::nullopt, std::nullopt}));
}

TEST_F(KernelGenBench, ReadsAVerificationWithoutItsRun)
{
    const std::string logs = std::string(modelRun) + "verification/";
    write(logs + "log_2/result.json", Json{verification("aten::add", true, 4, 0)}.dump());
    write(logs + "log_2/test_report_aten::add.json", R"([{"success": false}])");
    write(logs + "log_2/test_report_aten::mul.json",
          Json{{{"params", nullptr},
                {"success", true},
                {"traceback", nullptr},
                {"speedup", timedCase(2.0, 1.0)}},
               {{"params", nullptr},
                {"success", true},
                {"traceback", nullptr},
                {"speedup", timedCase(8.0, 1.0)}}}
              .dump());
    write(logs + "log_2/test_report_aten::cos.json",
          R"([{"success": true}, {"success": false, "traceback": "are not close"}])");
    for (const std::string &part : {std::string(modelRun), logs, logs + "log_2"}) {
        EXPECT_EQ(detected(part), "kernelgenbench") << part;
        const auto runs = read("kernelgenbench", part);
        ASSERT_EQ(runs.size(), 1U) << part;
        EXPECT_EQ(runs.at(0).records, 3) << part;
        EXPECT_EQ(evaluationOf(runs.at(0), "aten::add", 2).verdict, Verdict::Correct)
            << "result.json comes before the reports of single operators";
        const Evaluation &mul = evaluationOf(runs.at(0), "aten::mul", 2);
        EXPECT_EQ(mul.verdict, Verdict::Correct);
        EXPECT_NEAR(mul.speedup.value_or(0), 4.0, 1e-12);
        const Evaluation &cos = evaluationOf(runs.at(0), "aten::cos", 2);
        EXPECT_EQ(cos.verdict, Verdict::WrongValue);
        EXPECT_NE(cos.message.find("1 of 2 cases"), std::string::npos) << cos.message;
    }
    write(logs + "log_2/test_report_aten::cos.json", R"([{"success": "yes"}])");
    expectRefused("kernelgenbench", logs, "test_report_aten::cos.json:[0].success",
                  "true or false");
    write(logs + "log_2/test_report_aten::cos.json", "{}");
    expectRefused("kernelgenbench", logs, "test_report_aten::cos.json", "list of cases");
}

TEST_F(KernelGenBench, CheatReportAloneGivesVerdicts)
{
    write("antihack_report.json",
          R"({"passed_operators": ["aten::add", "mul"], "hacked_operators": ["aten::cos"]})");
    EXPECT_EQ(detected("antihack_report.json"), "kernelgenbench");
    const auto runs = read("auto", "antihack_report.json");
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(runs.at(0).records, 3);
    EXPECT_EQ(evaluationOf(runs.at(0), "aten::mul").verdict, Verdict::Correct);
    EXPECT_TRUE(evaluationOf(runs.at(0), "aten::mul").findings.empty());
    const Evaluation &hacked = evaluationOf(runs.at(0), "aten::cos");
    ASSERT_EQ(hacked.findings.size(), 1U);
    EXPECT_EQ(hacked.findings.at(0).severity, FindingSeverity::Suspicion);
    write("antihack_report.json", R"({"hacked_operators": [7]})");
    expectRefused("kernelgenbench", "antihack_report.json", "antihack_report.json:hacked_operators",
                  "op_name");
    write("antihack_report.json", R"({"hacked_operators": "aten::add"})");
    expectRefused("kernelgenbench", "antihack_report.json", "antihack_report.json:hacked_operators",
                  "array");
}

TEST_F(KernelGenBench, TokenReportAloneIsARunWithoutResults)
{
    write("out/token_analysis.json", R"({"total": {"input": 1000, "total": 1234}})");
    const auto batches = read("auto", "out/token_analysis.json");
    ASSERT_EQ(batches.size(), 1U);
    EXPECT_TRUE(batches[0].evaluations.empty());
    EXPECT_EQ(Json::parse(batches[0].run.profileJson)["tokens"], 1234);
    EXPECT_EQ(batches[0].files.at(0).name, "token_analysis.json");
    write("other/token_analysis.json", R"({"total": 7})");
    expectRefused("kernelgenbench", "other/token_analysis.json", "token_analysis.json:total.total",
                  "number");
}

TEST_F(KernelGenBench, RefusesInvalidTokenReports)
{
    const std::string run = agentRun;
    write(run + "results.json", results({{"aten::add", outcome("passed", 1, 0)}}).dump());
    write(run + "token_analysis.json", R"({"total": {"total": 1234}})");
    EXPECT_TRUE(hasNote(read("kernelgenbench", run).at(0), "counts 1234 tokens"));
    write(run + "token_analysis.json", R"({"total": 1234})");
    expectRefused("kernelgenbench", run, "token_analysis.json:total.total", "number");
    write(run + "token_analysis.json", "{");
    expectRefused("kernelgenbench", run, "token_analysis.json:1:2", "not valid JSON");
}

} // namespace loupe::test
