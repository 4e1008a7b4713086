// SPDX-License-Identifier: Apache-2.0
// Tests KernelBench-X's own files, in the formats of its scripts (EVAL/0_call_acc.py to
// 2_efficiency.py).
#include "core/records/kernelbenchx/kernelbenchxformats.h"

#include <map>

#include "tests/core/records/kernelbenchxfixture.h"
#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

std::string quoted(const std::string &text)
{
    return Json(text).dump();
}

/// Returns an entry of metrics.json; `state` is "call", "exe", "perf" or "right".
std::string entry(const std::string &file, const std::string &state)
{
    const bool call = state != "call";
    const bool exe = call && state != "exe";
    const bool perf = state == "right";
    const auto text = [](bool value) { return std::string(value ? "true" : "false"); };
    const std::string number = perf ? "2.0" : "\"N/A\"";
    return quoted(file) + ": {\"file\": " + quoted(file) + ", \"call_ok\": " + text(call)
        + ", \"exe_ok\": " + text(exe) + ", \"perf_ok\": " + text(perf)
        + ", \"dtype\": \"float32\", \"runtime_ms\": " + number + ", \"gbs\": " + number
        + ", \"tflops\": " + number + ", \"speedup\": " + (perf ? "1.25" : "\"N/A\"")
        + ", \"maintainability\": 61.3, \"code_quality\": {}, \"performance\": "
        + (perf ? R"([{"input_size": [[4096]], "ms": 0.5, "GB/s": 8.0, "TFLOPS": 0.1},
                      {"input_size": [[8192]], "ms": 1.5, "GB/s": 8.0, "TFLOPS": 0.1}])"
                : "[]")
        + ", \"error\": \"a warning\", \"code\": " + quoted(kernelBenchXCode("kernel of " + file))
        + "}";
}

std::string metrics()
{
    return "{\n" + entry("Math/add.py", "right") + ",\n" + entry("Math/sub.py", "exe") + ",\n"
        + entry("Loss/l1.py", "call") + ",\n" + entry("Loss/l2.py", "perf") + "}";
}

std::string stage(const std::string &file, bool ok, const std::string &error)
{
    return "{\"file\": " + quoted(file) + ", \"ok\": " + (ok ? "true" : "false") + ", \"code\": "
        + quoted(kernelBenchXCode("kernel")) + ", \"stderr\": " + quoted(error) + "}\n";
}

constexpr const char *goldenRows = R"([
  {"input_size": [[4, 8]], "ms": 0.5, "GB/s": 32.0, "TFLOPS": 0},
  {"input_size": [[4, 8]], "ms": 0.6, "GB/s": 30.0, "TFLOPS": 0.1},
  {"input_size": "<class 'int'>", "ms": 0.7, "GB/s": NaN, "TFLOPS": null}])";

class KernelBenchXResults : public RecordsTest
{
};

} // namespace

TEST_F(KernelBenchXResults, MetricsBecomeEvaluations)
{
    write("5090/Agent/metrics.json", metrics());
    write("5090/Agent/summary.json",
          R"({"method": "Agent", "total": 4, "call_pass": 3, "exe_pass": 2, "perf_pass": 2})");
    const RecordBatch batch = read("auto", path("5090/Agent")).at(0);
    EXPECT_EQ(batch.format, "kernelbench-x");
    EXPECT_EQ(batch.records, 4);
    EXPECT_EQ(batch.run.environment.deviceName, "RTX 5090 (recorded)");
    EXPECT_EQ(batch.methods.at(0).name, "Agent");
    const Evaluation &right = evaluationOf(batch, "Math/add");
    EXPECT_EQ(right.verdict, Verdict::Correct);
    EXPECT_EQ(right.candidateMs, 2.0);
    EXPECT_EQ(right.speedup, 1.25);
    EXPECT_EQ(right.candidate.source, "kernel of Math/add.py\n");
    EXPECT_EQ(right.runLog, "a warning");
    ASSERT_EQ(right.timings.size(), 2U);
    EXPECT_EQ(right.timings[1].caseName, "[[8192]]");
    EXPECT_EQ(right.timings[1].samplesMs, std::vector<double>{1.5});
    EXPECT_EQ(evaluationOf(batch, "Math/sub").verdict, Verdict::WrongAnswer);
    EXPECT_EQ(evaluationOf(batch, "Loss/l1").verdict, Verdict::BuildFailed);
    EXPECT_EQ(evaluationOf(batch, "Loss/l2").verdict, Verdict::Correct);
    EXPECT_FALSE(evaluationOf(batch, "Loss/l2").speedup) << "\"N/A\" is no number";
    EXPECT_EQ(batch.tasks.at(0).category, "Math");
    EXPECT_TRUE(hasNote(batch, "summary.json says 2 perf_pass, the records say 1"));
    EXPECT_FALSE(hasNote(batch, "call_pass"));
    EXPECT_EQ(fileContent(batch, "metrics.json"), metrics());
    EXPECT_NE(metrics().find(right.originalRecord.view()), std::string::npos);
}

TEST_F(KernelBenchXResults, ReadsStagesWithoutMetrics) // a failed call has no line in exe
{
    write("out/intermediate/results_call.jsonl",
          stage("Math/add.py", true, "")
              + stage("Math/sub.py", false, "Generation failed: empty prediction")
              + stage("Math/mul.py", true, "") + stage("Math/div.py", true, ""));
    write("out/intermediate/results_exe.jsonl",
          stage("add.py", true, "") + stage("mul.py", false, "Tensor-likes are not close"));
    write(
        "out/intermediate/results_eff.jsonl",
        R"({"file":"add.py","ok":true,"dtype":"float32","runtime_ms":1.5,"gbs":1,"tflops":1,"speedup":0.9,"error":""})"
        "\n");
    write("out/controller_state.json", R"({"run_id": "x", "iter": 2, "state": {}})");
    const RecordBatch batch = read("auto", path("out")).at(0);
    EXPECT_EQ(batch.methods.at(0).name, "out");
    EXPECT_TRUE(hasNote(batch, "named after the folder"));
    EXPECT_EQ(evaluationOf(batch, "Math/add", 0, 2).speedup, 0.9);
    EXPECT_EQ(evaluationOf(batch, "Math/add", 0, 2).candidateMs, 1.5);
    EXPECT_EQ(evaluationOf(batch, "Math/sub", 0, 2).verdict, Verdict::EmptySubmission);
    EXPECT_EQ(evaluationOf(batch, "Math/mul", 0, 2).verdict, Verdict::WrongAnswer);
    EXPECT_EQ(evaluationOf(batch, "Math/mul", 0, 2).runLog, "Tensor-likes are not close");
    EXPECT_EQ(evaluationOf(batch, "Math/div", 0, 2).verdict, Verdict::NotRecorded)
        << "it ran, and the second stage says nothing of it";
    EXPECT_EQ(batch.files.size(), 4U);
    EXPECT_EQ(batch.tasks.size(), 4U) << "add.py is Math/add.py";
}

TEST_F(KernelBenchXResults, StagesThatContradictAreNoted)
{
    write("out/metrics.json", "{" + entry("Math/add.py", "right") + "}");
    write("out/results_exe.jsonl", stage("add.py", false, "no") + stage("add.py", true, ""));
    const RecordBatch batch = read("auto", path("out")).at(0);
    EXPECT_EQ(evaluationOf(batch, "Math/add").verdict, Verdict::Correct) << "metrics.json counts";
    EXPECT_TRUE(hasNote(batch, "1 record of a stage in contradiction"));
    EXPECT_TRUE(hasNote(batch, "1 line with a repeated"));
}

TEST_F(KernelBenchXResults, ReadsControllerStates)
{
    std::string call = stage("Math/add.py", true, "");
    call.pop_back();
    write("c/controller_state.json",
          R"({"run_id": "r", "iter": 1, "state": {"Math/add.py": {"call": )" + call
              + R"(, "exe": null, "eff": null}}})");
    const RecordBatch batch = read("auto", path("c/controller_state.json")).at(0);
    EXPECT_EQ(evaluationOf(batch, "Math/add", 0, 1).verdict, Verdict::NotRecorded);
}

TEST_F(KernelBenchXResults, BadEntriesAreNamed)
{
    const auto refused = [&](const std::string &from, const std::string &to,
                             const std::string &place, const std::string &words) {
        std::string text = metrics();
        text.replace(text.find(from), from.size(), to);
        expectRefused("kernelbench-x", write("o/metrics.json", text), place, words);
    };
    refused("\"call_ok\": true", "\"call_ok\": 1", ":2:Math/add.py.call_ok", "true or false");
    refused("\"runtime_ms\": 2.0", "\"runtime_ms\": -2", ":2:Math/add.py.runtime_ms", "below 0");
    refused("\"runtime_ms\": 2.0", "\"runtime_ms\": \"N/A\"", ":2:Math/add.py.runtime_ms",
            "perf_ok is true");
    refused("\"call_ok\": true", "\"call_ok\": false", ":2:Math/add.py.exe_ok", "call_ok is false");
    refused("{\"file\": \"Math/add.py\"", "{\"file\": \"../add.py\"", ":2:Math/add.py.file",
            "Category/name.py");
    expectRefused("kernelbench-x", write("o/metrics.json", "[]"), "metrics.json:1",
                  "object of tasks");
    expectRefused("kernelbench-x", write("o/results_call.jsonl", stage("a.py", true, "") + "{\n"),
                  "results_call.jsonl:2:2", "not valid JSON");
    expectRefused("kernelbench-x", write("o/controller_state.json", "{\"state\": 1}"), ":1:state",
                  "object");
    std::filesystem::remove(path("o/results_call.jsonl"));
    mangle("kernelbench-x", "o/metrics.json", "{" + entry("Math/add.py", "exe") + "}",
           path("o/metrics.json"));
}

// ---- golden results ---------------------------------------------------------------------------

TEST_F(KernelBenchXResults, SingleGoldenFileIsARun)
{
    write("golden_results/a100/add.json", goldenRows);
    write("golden_results/h20/add.json", goldenRows);
    write("elsewhere/add.json", goldenRows);
    write("perf_results/add.json", goldenRows);
    const auto only = read("auto", path("golden_results/h20/add.json"));
    ASSERT_EQ(only.size(), 1U);
    EXPECT_EQ(only[0].run.name, "golden-results kernelbench-x h20 add");
    EXPECT_EQ(only[0].run.environment.deviceName, "H20 (recorded)");
    EXPECT_EQ(only[0].golden.size(), 3U);
    EXPECT_EQ(fileContent(only[0], "add.json"), goldenRows);
    EXPECT_NE(only[0].run.uuid, read("auto", path("golden_results/a100/add.json"))[0].run.uuid);
    const RecordBatch moved = read("auto", path("elsewhere/add.json")).at(0);
    EXPECT_EQ(moved.run.environment.deviceName, "not recorded") << "any folder may be called so";
    EXPECT_FALSE(isGoldenResults(path("perf_results/add.json"))) << "rows of a candidate";
}

TEST_F(KernelBenchXResults, GoldenResultsAreOneRunPerMachine)
{
    write("golden_results/4090/add.json", goldenRows);
    write("golden_results/a100/add.json", goldenRows);
    write("golden_results/a100/own.json", "[]");
    write("golden_results/a100/add.py.json", goldenRows);
    write("kernelbenchx_v1.json", R"([{"file": "Math/add.py", "difficulty": 2}])");
    const auto batches = read("auto", path("golden_results"));
    ASSERT_EQ(batches.size(), 2U);
    EXPECT_EQ(batches[0].run.environment.deviceName, "RTX 4090 (recorded)");
    EXPECT_EQ(batches[1].run.environment.deviceName, "A100 (recorded)");
    EXPECT_EQ(batches[1].run.name, "golden-results kernelbench-x a100");
    EXPECT_NE(batches[0].run.uuid, batches[1].run.uuid);
    ASSERT_EQ(batches[0].golden.size(), 3U);
    const GoldenRecord &row = batches[0].golden[0];
    EXPECT_EQ(row.task, "Math/add");
    EXPECT_EQ(row.baseline, "eager");
    EXPECT_EQ(row.caseName, "[[4,8]]");
    EXPECT_EQ(row.milliseconds, 0.5);
    EXPECT_EQ(row.gigabytesPerSecond, 32.0);
    EXPECT_EQ(row.teraflops, 0.0);
    EXPECT_EQ(row.source, "4090/add.json:2");
    EXPECT_EQ(batches[0].golden[1].caseName, "[[4,8]] #2");
    EXPECT_FALSE(batches[0].golden[2].gigabytesPerSecond);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(batches[0].golden[i].caseName, batches[1].golden[i].caseName);
    EXPECT_EQ(batches[0].tasks.at(0).level, 2);
    EXPECT_TRUE(hasNote(batches[1], "2 tasks not in the suite's metadata"));
    EXPECT_EQ(batches[1].golden.at(3).task, "add.py") << "a stray is no other file of Math/add";
    EXPECT_EQ(fileContent(batches[1], "a100/add.json"), goldenRows);
}

TEST_F(KernelBenchXResults, ReadsSingleMachinesAndTritonBench)
{
    write("perf_T/golden_results/add.json", goldenRows);
    const RecordBatch batch = read("auto", path("perf_T/golden_results")).at(0);
    EXPECT_EQ(batch.run.suite, "tritonbench-t");
    EXPECT_EQ(batch.run.environment.deviceName, "not recorded");
    EXPECT_EQ(batch.tasks.at(0).name, "add");
    write("perf_results/add.json", goldenRows);
    EXPECT_FALSE(readRecords("auto", path("perf_results"))) << "rows of candidates";
}

TEST_F(KernelBenchXResults, ArbitraryFolderNamesGiveNoDeviceOrSuite)
{
    write("golden_metrics/add.json", goldenRows);
    const RecordBatch batch = read("auto", path("golden_metrics")).at(0);
    EXPECT_EQ(batch.run.environment.deviceName, "not recorded");
    EXPECT_EQ(batch.run.suite, "not recorded");
    EXPECT_EQ(batch.tasks.at(0).suite, "not recorded");
    EXPECT_EQ(batch.tasks.at(0).name, "add");
    EXPECT_TRUE(hasNote(batch, "have no known suite"));
    EXPECT_TRUE(hasNote(batch, "has no known device"));
}

TEST_F(KernelBenchXResults, BadGoldenRowsAreNamed)
{
    const auto refused
        = [&](const std::string &text, const std::string &place, const std::string &words) {
              write("m/good.json", goldenRows);
              write("m/zero.json", text);
              expectRefused("golden-results", path("m"), place, words);
          };
    refused("[{\"input_size\": 1, \"ms\": 1},\n{\"input_size\": 1, \"ms\": 0}]",
            "zero.json:2:[1].ms", "above 0");
    refused("[{\"ms\": 1, \"x\": \"input_size\"}]", "zero.json:1:[0].input_size", "missing");
    refused("[{\"input_size\": 1, \"ms\": 1, \"GB/s\": \"x\"}]", "zero.json:1:[0].GB/s", "number");
    refused("[{\"input_size\": 1, \"ms\": }]", "zero.json:1:26", "not valid JSON");
    const auto some = read("golden-results", path("m"), {{}, true, {}, {}});
    EXPECT_EQ(some.at(0).golden.size(), 3U);
    EXPECT_EQ(some.at(0).skipped.size(), 1U);
    mangle("golden-results", "m/good.json", goldenRows, path("m"));
}

// ---- collected data ---------------------------------------------------------------------------

TEST_F(KernelBenchXResults, FixesAreRoundsAndErrorsStayUnknown)
{
    write(
        "collected_data/good_fixes.jsonl",
        R"({"file": "Math/add.py", "model": "m", "is_large_change": true, "before": "a", "after": "b", "stage": "exe_acc", "error_fixed": "type_error", "ts": "t"})"
        "\n"
        R"({"file": "Math/add.py", "model": "m", "is_large_change": false, "after": "c", "diff_lines": [], "stage": "call_acc", "error_fixed": "x", "ts": "t"})"
        "\n");
    write(
        "collected_data/good_changes.jsonl",
        R"({"file": "Math/sub.py", "model": "", "before": "a", "after": "b", "before_speedup": 1.0, "after_speedup": 3.0})"
        "\n");
    write(
        "collected_data/error_samples.jsonl",
        R"({"file": "Math/sub.py", "error_type": "oom_error", "error_msg": "alloc", "code": "c", "model": "m"})"
        "\n");
    write("collected_data/error_stats.json", R"({"oom_error|m": 3})");
    const RecordBatch batch = read("auto", path("collected_data")).at(0);
    EXPECT_EQ(batch.records, 4);
    EXPECT_EQ(evaluationOf(batch, "Math/add", 0, 0).verdict, Verdict::WrongAnswer);
    EXPECT_EQ(evaluationOf(batch, "Math/add", 0, 1).verdict, Verdict::Correct);
    EXPECT_EQ(evaluationOf(batch, "Math/add", 1, 0).verdict, Verdict::BuildFailed);
    EXPECT_EQ(evaluationOf(batch, "Math/add", 1, 1).verdict, Verdict::NotRecorded);
    EXPECT_EQ(evaluationOf(batch, "Math/sub", 0, 1).speedup, 3.0);
    ASSERT_EQ(batch.transitions.size(), 3U);
    EXPECT_EQ(batch.transitions[0].kind, "exe_fail_to_pass");
    EXPECT_EQ(batch.transitions[2].kind, "speedup_increase");
    EXPECT_EQ(batch.evaluations.back().verdict, Verdict::NotRecorded)
        << "the class is guessed by words and the stage is not recorded";
    EXPECT_EQ(batch.evaluations.back().flags, std::vector<std::string>{"error_sample"});
    EXPECT_EQ(batch.files.size(), 4U);
    expectRefused(
        "kernelbench-x-collected",
        write("c/good_fixes.jsonl", "{\"file\": \"a.py\", \"after\": \"b\", \"stage\": \"eff\"}\n"),
        "good_fixes.jsonl:1:stage", "call_acc");
    expectRefused("kernelbench-x-collected",
                  write("c/good_implementations.jsonl",
                        "{\"file\": \"a.py\", \"code\": \"b\", \"speedup\": 0}\n"),
                  "good_implementations.jsonl:1:speedup", "above 0");
}

TEST_F(KernelBenchXResults, ReadsShardsOfAStage) // one folder each, joined at the end
{
    write("out/results_call_1.jsonl", stage("Math/add.py", true, ""));
    write("out/results_call_2.jsonl", stage("Math/sub.py", true, ""));
    write("out/results_exe_1.jsonl", stage("add.py", true, ""));
    write("out/results_exe_2.jsonl", stage("sub.py", false, "no"));
    write("out/results_executed.jsonl", "none of ours");
    const RecordBatch batch = read("auto", path("out")).at(0);
    EXPECT_EQ(batch.files.size(), 4U);
    EXPECT_EQ(evaluationOf(batch, "Math/add").verdict, Verdict::Correct);
    EXPECT_EQ(evaluationOf(batch, "Math/sub").verdict, Verdict::WrongAnswer);
    EXPECT_EQ(read("auto", path("out/results_exe_2.jsonl")).at(0).records, 1);
    write("out/results_exe_2.jsonl", stage("sub.py", false, "no") + "{\"file\": \"mul.py\"}\n");
    expectRefused("kernelbench-x", path("out"), "results_exe_2.jsonl:2:ok", "missing");
}

TEST_F(KernelBenchXResults, SummaryAloneGivesCounts)
{
    const std::string summary
        = R"({"method": "Agent", "total": 5, "call_pass": 4, "call_rate": 80.0, "exe_pass": 3,
 "exe_rate": 75.0, "perf_pass": 2, "perf_rate": 40.0, "avg_speedup": 1.842,
 "avg_speedup_global": 1.842, "avg_speedup_per_task": 11.281})";
    write("Agent/summary.json", summary);
    const auto runs = read("auto", "Agent");
    ASSERT_EQ(runs.size(), 1U);
    const RecordBatch &batch = runs.at(0);
    EXPECT_EQ(batch.format, "kernelbench-x");
    EXPECT_EQ(batch.methods.at(0).name, "Agent");
    std::map<Verdict, int> counts;
    for (const Evaluation &each : batch.evaluations) {
        ++counts[each.verdict];
        EXPECT_EQ(each.flags, std::vector<std::string>{"from_counts"});
        EXPECT_FALSE(each.candidateMs);
        EXPECT_FALSE(each.speedup);
    }
    EXPECT_EQ(counts,
              (std::map<Verdict, int>{
                  {Verdict::Correct, 3}, {Verdict::WrongAnswer, 1}, {Verdict::BuildFailed, 1}}));
    EXPECT_EQ(batch.tasks.size(), 5U);
    EXPECT_TRUE(hasNote(batch, "exe_rate is not what its counts give")) << "60 would be";
    EXPECT_FALSE(hasNote(batch, "call_rate"));
    EXPECT_TRUE(hasNote(batch, "avg_speedup_per_task 11.281"));
    EXPECT_EQ(fileContent(batch, "summary.json"), summary);
    EXPECT_EQ(read("auto", "Agent/summary.json").at(0).run.uuid, batch.run.uuid);
    const auto refused = [&](const std::string &from, const std::string &to,
                             const std::string &place, const std::string &words) {
        std::string text = summary;
        text.replace(text.find(from), from.size(), to);
        write("Agent/summary.json", text);
        expectRefused("kernelbench-x", "Agent", place, words);
    };
    refused("\"exe_pass\": 3", "\"exe_pass\": 5", "summary.json:1:exe_pass", "0 to 4");
    refused("\"total\": 5", "\"total\": 1e9", "summary.json:1:total", "whole number");
    refused("80.0", "\"most\"", "summary.json:1:call_rate", "number");
    refused("}", "", "summary.json:3:61", "not valid JSON");
    mangle("kernelbench-x", "Agent/summary.json", summary, path("Agent"));
}

} // namespace loupe::test
