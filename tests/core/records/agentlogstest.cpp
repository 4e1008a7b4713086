// SPDX-License-Identifier: Apache-2.0
// Tests logs of agents that refine a kernel, in the formats of GEAK and Caesar.
#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

std::string output(const std::string &file, const std::string &rest)
{
    return R"({"instruction": "write it", "label": "reference", "filename": ")" + file
        + R"(", "test_code": "t")" + rest + "}\n";
}

std::string memory(const std::string &file, bool call, bool exe)
{
    return "{\"" + file
        + R"(": {"call_err_msg": "None", "exe_err_msg": "not close", "reflection": null,
 "pass_call": )"
        + (call ? "true" : "false") + ", \"pass_exe\": " + (exe ? "true" : "false")
        + ", \"pass_perf\": false}}";
}

constexpr const char *log
    = R"({"metadata": {"problem": "KernelBench/level2/3_Conv2d_ReLU.py", "problem_id": "3",
  "sample_id": 1, "run_name": "try", "num_rounds": 10},
 "1": {"context": "prompt", "model_response": "r", "kernel_code": "k1", "feedback": "error: x",
   "eval_result": {"compiled": false, "correctness": false, "metadata": {"compiler_error": "bad"}, "runtime": -1.0, "runtime_stats": {}}},
 "2": {"context": "prompt 2", "kernel_code": "k2", "eval_result": {"compiled": true, "correctness": true,
   "metadata": {}, "runtime": 2.5, "runtime_stats": {"hardware": "NVIDIA Made Up 9"}}},
 "3": {"kernel_code": "k3", "eval_result": "mock"},
 "4": {},
 "result": {"kernel_code": "k3", "eval_result": {"compiled": true, "correctness": false, "metadata": {}, "runtime": -1}}})";

class AgentLogs : public RecordsTest
{
};

} // namespace

TEST_F(AgentLogs, GeaksIterationsAreRounds)
{
    write("g/out_0.jsonl",
          output("add.py", R"(, "predict": "a")")
              + output("sub.py", R"(, "predict": "s", "speedup": 0)"));
    write("g/out_1.jsonl", output("add.py", R"(, "predict": "a", "speedup": 1.5)"));
    write("g/out_2.jsonl", output("add.py", R"(, "predict": "a", "speedup": 2.5)"));
    write("g/out_mem_0.json", memory("sub.py", true, false));
    const RecordBatch batch = read("auto", path("g")).at(0);
    EXPECT_EQ(batch.format, "geak");
    EXPECT_EQ(batch.run.suite, "tritonbench-g");
    EXPECT_EQ(batch.run.name, "geak out");
    EXPECT_EQ(evaluationOf(batch, "add", 0, 0).verdict, Verdict::NotRecorded);
    EXPECT_EQ(evaluationOf(batch, "add", 0, 1).verdict, Verdict::Correct);
    EXPECT_EQ(evaluationOf(batch, "add", 0, 1).speedup, 1.5);
    EXPECT_EQ(evaluationOf(batch, "add", 0, 2).flags,
              (std::vector<std::string>{"best_so_far", "identical_code"}));
    const Evaluation &wrong = evaluationOf(batch, "sub", 0, 0);
    EXPECT_EQ(wrong.verdict, Verdict::WrongAnswer);
    EXPECT_EQ(wrong.runLog, "not close");
    EXPECT_NE(wrong.originalRecord.view().find("\"pass_perf\""), std::string::npos);
    EXPECT_EQ(batch.files.size(), 4U);
    EXPECT_TRUE(hasNote(batch, "2 rounds without a memory"));
}

// As rounds 4 and 5 of the published tutorial: the output repeats the best text with its speedup,
// and the memory says that the round's own candidate did not run.
TEST_F(AgentLogs, FailedRoundIsNotCorrectByEarlierOutput)
{
    const auto remembered = [](bool call, bool exe) {
        return R"({"add.py": {"call_err_msg": "None", "exe_err_msg": "conflicting parameters", "pass_call": )"
            + std::string(call ? "true" : "false") + R"(, "pass_exe": )" + (exe ? "true" : "false")
            + R"(, "perf_candidates": [["best", 1.5, 0.0, "r", null]], "call_candidate": "second", "exe_candidate": "best"}})";
    };
    for (int round = 0; round < 3; ++round)
        write("g/out_" + std::to_string(round) + ".jsonl",
              output("add.py", R"(, "predict": "best", "speedup": 1.5)"));
    write("g/out_mem_0.json", remembered(true, true));
    write("g/out_mem_1.json", remembered(false, true));
    write("g/out_mem_2.json", remembered(true, false));
    const RecordBatch batch = read("auto", path("g")).at(0);
    EXPECT_EQ(evaluationOf(batch, "add", 0, 0).verdict, Verdict::Correct);
    const Evaluation &failed = evaluationOf(batch, "add", 0, 1);
    EXPECT_EQ(failed.verdict, Verdict::BuildFailed);
    EXPECT_FALSE(failed.speedup);
    EXPECT_EQ(failed.candidate.source, "") << "what is stored elsewhere as right";
    EXPECT_EQ(failed.runLog, "conflicting parameters");
    EXPECT_TRUE(failed.flags.empty());
    const Evaluation &wrong = evaluationOf(batch, "add", 0, 2);
    EXPECT_EQ(wrong.verdict, Verdict::WrongAnswer);
    EXPECT_FALSE(wrong.speedup);
    EXPECT_EQ(wrong.candidate.source, "second");
}

TEST_F(AgentLogs, BadGeakLinesAreNamed)
{
    const auto refused = [&](const std::string &line, const std::string &place,
                             const std::string &words) {
        expectRefused("geak", write("g/out_0.jsonl", output("a.py", "") + line), place, words);
    };
    refused("{\"instruction\": \"x\"}", "out_0.jsonl:2:filename", "missing");
    refused(output("../a.py", ""), "out_0.jsonl:2:filename", "name.py");
    refused(output("b.py", ", \"speedup\": -1"), "out_0.jsonl:2:speedup", "below 0");
    refused(output("a.py", ""), "out_0.jsonl:2:filename", "line above");
    refused("{", "out_0.jsonl:2:2", "not valid JSON");
    write("g/out_mem_0.json", "[]");
    expectRefused("geak", write("g/out_0.jsonl", output("a.py", "")), "out_mem_0.json:1", "object");
    write("g/out_mem_0.json", memory("a.py", true, true));
    mangle("geak", "g/out_0.jsonl", output("a.py", R"(, "predict": "p", "speedup": 2)"), path("g"));
}

TEST_F(AgentLogs, CaesarsTurnsAreRounds)
{
    write("run/problem_3/sample_1/log.json", log);
    write("run/problem_3/sample_1/config.json", R"({"model_name": "maker", "precision": "fp32"})");
    write("run/problem_3/sample_1/DONE", "");
    const RecordBatch batch = read("auto", path("run")).at(0);
    EXPECT_EQ(batch.format, "caesar");
    EXPECT_EQ(batch.run.name, "caesar try");
    EXPECT_EQ(batch.run.environment.deviceName, "NVIDIA Made Up 9 (recorded)");
    EXPECT_EQ(batch.methods.at(0).name, "maker");
    EXPECT_EQ(batch.records, 4);
    const std::string task = "level2/3_Conv2d_ReLU";
    const Evaluation &first = evaluationOf(batch, task, 1, 0);
    EXPECT_EQ(first.verdict, Verdict::CompileError);
    EXPECT_EQ(first.candidate.source, "k1");
    EXPECT_EQ(first.candidate.feedback, "prompt");
    EXPECT_EQ(first.buildLog, "bad\nerror: x");
    EXPECT_EQ(evaluationOf(batch, task, 1, 1).candidateMs, 2.5);
    EXPECT_EQ(evaluationOf(batch, task, 1, 2).verdict, Verdict::NotRecorded);
    EXPECT_EQ(evaluationOf(batch, task, 1, 2).candidate.source, "k3");
    EXPECT_EQ(evaluationOf(batch, task, 1, 3).flags,
              std::vector<std::string>{"re_evaluation_differs"});
    EXPECT_FALSE(hasNote(batch, "unfinished"));
    EXPECT_EQ(batch.files.size(), 3U);
    EXPECT_EQ(fileContent(batch, "problem_3/sample_1/log.json"), log);
    EXPECT_EQ(read("auto", path("run/problem_3/sample_1/log.json")).at(0).records, 4);
}

TEST_F(AgentLogs, BadCaesarLogsAreNamed)
{
    const auto refused = [&](const std::string &from, const std::string &to,
                             const std::string &place, const std::string &words) {
        std::string text = log;
        text.replace(text.find(from), from.size(), to);
        write("run/problem_3/sample_1/log.json", text);
        expectRefused("caesar", path("run"), place, words);
    };
    refused("level2", "levels", "log.json:1:metadata.problem", "no level");
    refused("\"problem_id\": \"3\"", "\"problem_id\": \"x\"", "log.json:1:metadata.problem_id",
            "number");
    refused("\"2\": {\"context\"", "\"zwei\": {\"context\"", ":5:zwei", "turn");
    refused("\"compiled\": false", "\"compiled\": 3", ":3:1.eval_result.compiled",
            "true, false or null");
    refused("\"4\": {}", "\"4\": []", ":8:4", "object");
    write("run/problem_3/sample_1/log.json", log);
    write("run/problem_3/sample_2/log.json", log);
    expectRefused("caesar", path("run"), "sample_2/log.json:1:metadata.sample_id", "another log");
    std::filesystem::remove_all(path("run/problem_3/sample_2"));
    mangle("caesar", "run/problem_3/sample_1/log.json", log, path("run"));
}

TEST_F(AgentLogs, GeakMemoryAloneGivesItsBestCandidate)
{
    const std::string text
        = R"({"add.py": {"call_err_msg": "None", "exe_err_msg": "None", "pass_call": true,
 "pass_exe": true, "perf_candidates": [["slow", 1.5, 10.0, null, null], ["fast", 2.5, 11.0, "r", null]],
 "exe_candidate": "fast"},
"sub.py": {"call_err_msg": "None", "exe_err_msg": "not close", "pass_call": true, "pass_exe": false,
 "perf_candidates": [], "call_candidate": "ran", "exe_candidate": null}})";
    write("g/out_mem_3.json", text);
    EXPECT_EQ(detected("g/out_mem_3.json"), "geak");
    const RecordBatch batch = read("auto", "g").at(0);
    EXPECT_EQ(batch.run.name, "geak out");
    EXPECT_EQ(batch.run.suite, "not recorded") << "a memory does not name it";
    const Evaluation &right = evaluationOf(batch, "add", 0, 3);
    EXPECT_EQ(right.verdict, Verdict::Correct);
    EXPECT_EQ(right.speedup, 2.5);
    EXPECT_EQ(right.candidate.source, "fast");
    const Evaluation &wrong = evaluationOf(batch, "sub", 0, 3);
    EXPECT_EQ(wrong.verdict, Verdict::WrongAnswer);
    EXPECT_EQ(wrong.candidate.source, "ran");
    EXPECT_EQ(wrong.runLog, "not close");
    EXPECT_TRUE(hasNote(batch, "2 candidates known from a memory alone"));
    EXPECT_EQ(fileContent(batch, "out_mem_3.json"), text);
    write("g/out_3.jsonl", output("add.py", R"(, "predict": "p", "speedup": 2.5)"));
    EXPECT_EQ(read("auto", "g").at(0).records, 1) << "with its outputs, the memory is beside them";
    std::filesystem::remove(path("g/out_3.jsonl"));
    const auto refused = [&](const std::string &from, const std::string &to,
                             const std::string &place, const std::string &words) {
        std::string spoiled = text;
        spoiled.replace(spoiled.find(from), from.size(), to);
        expectRefused("geak", write("g/out_mem_3.json", spoiled), place, words);
    };
    refused("1.5", "-1.5", "out_mem_3.json:1:add.py.perf_candidates", "above 0");
    refused("\"pass_exe\": false", "\"pass_exe\": \"no\"", "out_mem_3.json:4:sub.py.pass_exe",
            "true, false or null");
    refused("sub.py", "../sub", "g", "name.py");
    refused("null}}", "null}", "out_mem_3.json:5", "not valid JSON");
    mangle("geak", "g/out_mem_3.json", text, path("g"));
}

} // namespace loupe::test
