// SPDX-License-Identifier: Apache-2.0
#include "core/suites/submissions/submissions.h"

#include <algorithm>
#include <map>

#include <sys/stat.h>

#include "tests/core/suites/benchmarkfixture.h"

namespace loupe {

using SubmissionsTest = test::BenchmarkTest;

namespace {

const SubmissionSet &setOf(const std::vector<SubmissionSet> &sets, const std::string &method)
{
    static const SubmissionSet none;
    const auto found = std::find_if(sets.begin(), sets.end(), [&](const SubmissionSet &set) {
        return set.method.name == method;
    });
    EXPECT_NE(found, sets.end()) << "no method " << method;
    return found == sets.end() ? none : *found;
}

std::string instruction(const std::string &description)
{
    return "You are an expert.\nFunctional Description: " + description
        + "\nWrapper Entry Information: plain(x)\nAnswer.";
}

} // namespace

TEST_F(SubmissionsTest, ReadsARunOfKernelBench)
{
    writeKernelBench();
    const Benchmark benchmark = read("kb");
    write("runs/gpt/level_1_problem_19_sample_0_kernel.py", "class ModelNew: ...\n");
    write("runs/gpt/level_1_problem_19_sample_2_kernel.py",
          "```python\nclass ModelNew: ...\n```\n");
    write("runs/gpt/level_2_problem_1_sample_0_prompt.txt", "a prompt");
    write("runs/gpt/level_2_problem_1_sample_0_kernel.py", "class ModelNew: ...\n");
    write("runs/gpt/generation_config.yaml", "level: 1\nmodel_name: gpt-9\nbackend: cuda\n");
    write("runs/gpt/eval_results.json", "{}");
    const auto sets = submissions(benchmark, "runs/gpt");
    ASSERT_EQ(sets.size(), 1u);
    const SubmissionSet &set = sets[0];
    EXPECT_EQ(set.method.name, "gpt");
    EXPECT_EQ(set.method.description, "model gpt-9");
    EXPECT_TRUE(set.unread.empty());
    ASSERT_EQ(set.submissions.size(), 3u);
    const Submission &fenced = set.submissions[1];
    EXPECT_EQ(fenced.task, "level1/19_ReLU");
    EXPECT_EQ(fenced.sample, 2);
    EXPECT_EQ(fenced.platform, "cuda");
    EXPECT_EQ(fenced.asSuite, fenced.raw) << "the suite runs the file as it is";
    EXPECT_EQ(fenced.tolerant, "class ModelNew: ...");
    EXPECT_EQ(set.submissions[0].tolerant, set.submissions[0].asSuite);
    const Candidate candidate = toCandidate(fenced, set.method, false);
    EXPECT_EQ(candidate.source, fenced.tolerant);
    EXPECT_EQ(candidate.method, "gpt");
    EXPECT_EQ(candidate.sample, 2);
    EXPECT_EQ(candidate.language, "python");
}

TEST_F(SubmissionsTest, ReadsOtherNamesOfKernelBenchFiles)
{
    writeKernelBench();
    const Benchmark benchmark = read("kb");
    write("agent/generated_kernels/level_1/problem_19.py", "class ModelNew: ...\n");
    write("agent/kernels/level2/1_Conv2D_ReLU_BiasAdd.py", "class ModelNew: ...\n");
    write("agent/level_1/problem_1/sample_1/round_2.py", "class ModelNew: ...\n");
    const auto sets = submissions(benchmark, "agent");
    ASSERT_EQ(sets.size(), 1u);
    EXPECT_EQ(sets[0].method.name, "agent");
    ASSERT_EQ(sets[0].submissions.size(), 3u);
    EXPECT_EQ(sets[0].submissions[0].task, "level1/19_ReLU");
    EXPECT_EQ(sets[0].submissions[1].sample, 1);
    EXPECT_EQ(sets[0].submissions[1].round, 2);
    EXPECT_EQ(sets[0].submissions[2].task, "level2/1_Conv2D_ReLU_BiasAdd");
}

TEST_F(SubmissionsTest, JoinsRunsOfOneLevelEach)
{
    writeKernelBench();
    const Benchmark benchmark = read("kb");
    write("runs/one_l1/problem_19_sample_0.py", "1");
    write("runs/one_l2/level_2_problem_1_sample_0_kernel.py", "2");
    write("runs/two_l1/level_1_problem_19_sample_0_kernel.py", "3");
    write("runs/deep/three/level_1_problem_19_sample_0_kernel.py", "4");
    const auto sets = submissions(benchmark, "runs");
    ASSERT_EQ(sets.size(), 3u);
    EXPECT_EQ(setOf(sets, "one").submissions.size(), 2u);
    EXPECT_EQ(setOf(sets, "two_l1").submissions.size(), 1u) << "nothing to join";
    EXPECT_EQ(setOf(sets, "deep/three").submissions.size(), 1u);
}

TEST_F(SubmissionsTest, RecordsUnmatchedFilesAndContinues)
{
    writeKernelBench();
    const Benchmark benchmark = read("kb");
    write("run/level_1_problem_19_sample_0_kernel.py", "class ModelNew: ...\n");
    write("run/level_1_problem_1_sample_0_kernel.py", "");
    write("run/level_1_problem_77_sample_0_kernel.py", "x");
    write("run/helper.py", "x");
    write("run/problem_19.py", "x");
    write("run/level_1_problem_94_sample_0_kernel.py", std::string(maxSubmissionBytes + 1, 'x'));
    std::filesystem::create_symlink("nowhere.py",
                                    root() / "run/level_2_problem_1_sample_0_kernel.py");
    ASSERT_EQ(mkfifo((root() / "run/level_2_problem_1_sample_1_kernel.py").c_str(), 0600), 0);
    const auto sets = submissions(benchmark, "run");
    ASSERT_EQ(sets.size(), 1u);
    EXPECT_EQ(sets[0].submissions.size(), 1u);
    std::map<std::string, UnreadSubmission> unread;
    for (const UnreadSubmission &one : sets[0].unread)
        unread[one.file] = one;
    ASSERT_EQ(unread.size(), 7u);
    const UnreadSubmission &empty = unread["level_1_problem_1_sample_0_kernel.py"];
    EXPECT_NE(empty.reason.find("0 bytes"), std::string::npos);
    EXPECT_EQ(empty.task, "level1/1_Square_matrix_multiplication_")
        << "it counts against its method";
    EXPECT_NE(unread["level_1_problem_77_sample_0_kernel.py"].reason.find("no problem 77"),
              std::string::npos);
    EXPECT_NE(unread["helper.py"].reason.find("no problem number"), std::string::npos);
    EXPECT_NE(unread["problem_19.py"].reason.find("says no level"), std::string::npos);
    EXPECT_NE(unread["level_1_problem_94_sample_0_kernel.py"].reason.find("20000001 bytes"),
              std::string::npos);
    EXPECT_EQ(unread["level_2_problem_1_sample_1_kernel.py"].reason,
              "is a named pipe, not a regular file");
    EXPECT_NE(unread["level_2_problem_1_sample_0_kernel.py"].reason.find("does not exist"),
              std::string::npos);
}

TEST_F(SubmissionsTest, LinksAreReadOnlyWithinTheFolderGiven)
{
    namespace fs = std::filesystem;
    writeKernelBench();
    const Benchmark benchmark = read("kb");
    write("secret.py", "secret");
    write("runs/one/level_1_problem_19_sample_0_kernel.py", "class ModelNew: ...\n");
    fs::create_symlink("level_1_problem_19_sample_0_kernel.py",
                       root() / "runs/one/level_1_problem_19_sample_1_kernel.py");
    fs::create_symlink(root() / "secret.py",
                       root() / "runs/one/level_1_problem_1_sample_0_kernel.py");
    fs::create_symlink("../..", root() / "runs/one/up");
    fs::create_symlink("../../secret.py", root() / "runs/one/generation_config.yaml");
    const auto sets = submissions(benchmark, "runs");
    ASSERT_EQ(sets.size(), 1U);
    ASSERT_EQ(sets[0].submissions.size(), 2U);
    EXPECT_EQ(sets[0].submissions[1].raw, sets[0].submissions[0].raw);
    std::map<std::string, UnreadSubmission> unread;
    for (const UnreadSubmission &one : sets[0].unread)
        unread[one.file] = one;
    ASSERT_EQ(unread.size(), 2U);
    const UnreadSubmission &secret = unread["one/level_1_problem_1_sample_0_kernel.py"];
    EXPECT_NE(secret.reason.find("outside of the folder given"), std::string::npos);
    EXPECT_EQ(secret.task, "level1/1_Square_matrix_multiplication_")
        << "it counts against its method";
    EXPECT_NE(unread["one/up"].reason.find("is a link to \"../..\""), std::string::npos);
}

TEST_F(SubmissionsTest, ReadsKernelBenchRecordsInJsonLines)
{
    writeKernelBench();
    const Benchmark benchmark = read("kb");
    write("all.jsonl", R"({"level_id": 1, "task_id": 19, "custom_code": "class ModelNew: ..."}
{"level_id": 1, "task_id": 1, "custom_code": null}
{"level": "2", "problem_id": "1", "sample_id": 3, "kernel": "class ModelNew: ..."}
{"task_id": 1}
)");
    const auto sets = submissions(benchmark, "all.jsonl");
    ASSERT_EQ(sets.size(), 1u);
    ASSERT_EQ(sets[0].submissions.size(), 2u);
    EXPECT_EQ(sets[0].submissions[1].sample, 3);
    EXPECT_EQ(sets[0].submissions[1].line, 3);
    ASSERT_EQ(sets[0].unread.size(), 2u);
    EXPECT_EQ(sets[0].unread[0].line, 2);
    EXPECT_EQ(sets[0].unread[1].line, 4);
}

TEST_F(SubmissionsTest, IgnoresOddValuesInUnusedFields)
{
    writeKernelBench();
    const Benchmark benchmark = read("kb");
    write("all.jsonl",
          "\xEF\xBB\xBF"
          R"({"level": 1.0, "problem_id": 19.0, "kernel": "a", "logprob": NaN}
{"level": 2, "problem_id": 1, "kernel": "b", "note": "\ud83d"}
{"level": 1.5, "problem_id": 1, "kernel": "c"}
{"level": 1, "problem_id": 1, "kernel": "d = '\ud83d'"}
)");
    const auto sets = submissions(benchmark, "all.jsonl");
    ASSERT_EQ(sets.size(), 1u);
    EXPECT_EQ(sets[0].submissions.size(), 2u);
    ASSERT_EQ(sets[0].unread.size(), 2u);
    EXPECT_EQ(sets[0].unread[0].line, 3);
    EXPECT_NE(sets[0].unread[1].reason.find("half a surrogate pair"), std::string::npos);
}

TEST_F(SubmissionsTest, ASourceInADeclaredEncodingIsReadAsWritten)
{
    writeKernelBench();
    const Benchmark benchmark = read("kb");
    write("runs/m/level_1_problem_19_sample_0_kernel.py",
          "# -*- coding: latin-1 -*-\nname = '\xE9'\n");
    const auto sets = submissions(benchmark, "runs");
    ASSERT_EQ(sets.at(0).submissions.size(), 1u);
    EXPECT_EQ(sets[0].submissions[0].raw, "# -*- coding: utf-8 -*-\nname = '\xC3\xA9'\n");
}

TEST_F(SubmissionsTest, SkipsAnUndeclaredEncodingWithAReason)
{
    writeKernelBench();
    const Benchmark benchmark = read("kb");
    write("runs/m/level_1_problem_19_sample_0_kernel.py", "name = '\xE9'\n");
    write("runs/m/level_1_problem_19_sample_1_kernel.py", "name = '\xC3\xA9'\n");
    const auto sets = submissions(benchmark, "runs");
    ASSERT_EQ(sets.at(0).submissions.size(), 1u);
    EXPECT_EQ(sets[0].submissions[0].sample, 1);
    ASSERT_EQ(sets[0].unread.size(), 1u);
    EXPECT_EQ(sets[0].unread[0].sample, 0);
    EXPECT_NE(sets[0].unread[0].reason.find("is not UTF-8"), std::string::npos)
        << sets[0].unread[0].reason;
}

TEST_F(SubmissionsTest, IgnoresFoldersNamedLikeABackup)
{
    writeKernelBench();
    const Benchmark benchmark = read("kb");
    for (const char *folder : {"m1", "m1/backup", "m1 (copy)", "m1.bak", "m2-old"})
        write(std::string("runs/") + folder + "/level_1_problem_19_sample_0_kernel.py",
              "class ModelNew: ...\n");
    const auto sets = submissions(benchmark, "runs");
    ASSERT_EQ(sets.size(), 2u);
    EXPECT_EQ(sets[0].method.name, "m1");
    EXPECT_EQ(sets[1].method.name, "m2-old") << "there is no m2";
    EXPECT_EQ(sets[0].submissions.size(), 1u);
    ASSERT_EQ(sets[0].unread.size(), 3u);
    for (const UnreadSubmission &one : sets[0].unread)
        EXPECT_NE(one.reason.find("by its name"), std::string::npos) << one.reason;
    EXPECT_EQ(submissions(benchmark, "runs/m1/backup").size(), 1u) << "it was asked for by name";
}

TEST_F(SubmissionsTest, MatchesFilesAndInstructions)
{
    writeKernelBenchX();
    const Benchmark benchmark = read("kbx");
    Json byFile = {{"file", "Anything/plain.py"}, {"predict", "```python\ndef plain(x): ...\n```"}};
    Json byPrompt = {{"instruction", instruction("Adds one to every element, then\nadds two.")},
                     {"predict", "def fused_plain(x): ..."}};
    write("a.jsonl", byFile.dump() + "\n\n" + byPrompt.dump() + "\n");
    const auto sets = submissions(benchmark, "a.jsonl");
    ASSERT_EQ(sets.size(), 1u);
    EXPECT_TRUE(sets[0].unread.empty());
    ASSERT_EQ(sets[0].submissions.size(), 2u);
    EXPECT_EQ(sets[0].submissions[0].task, "Activation/plain");
    EXPECT_EQ(sets[0].submissions[0].asSuite, "def plain(x): ...");
    EXPECT_EQ(sets[0].submissions[1].task, "Fusion/fused_plain");
    EXPECT_EQ(sets[0].submissions[1].line, 3);
}

TEST_F(SubmissionsTest, InvalidLinesDoNotStopOthers)
{
    writeKernelBenchX();
    const Benchmark benchmark = read("kbx");
    const auto line = [](const std::string &prompt, const Json &predict) {
        return Json{{"prompt", prompt}, {"predict", predict}}.dump() + "\n";
    };
    write("a.jsonl",
          line(instruction("Adds one to every element."), "x")
              + line(instruction("Adds one to every element"), "x")
              + line(instruction("Sorts."), "x") + line("no description at all", "x")
              + "{\"prompt\": \n" + line(instruction("Adds one to every element, then"), 3)
              + R"({"file": "extra_fp16.py", "predict": "x"})" + "\n"
              + R"({"file": "plain.py", "predict": ""})" + "\n" + R"([1])" + "\n"
              + R"({"file": "plain.py", "file": "plain.py", "predict": "x"})" + "\n"
              + R"({"file": "plain.py", "predict": "second"})" + "\n");
    const auto sets = submissions(benchmark, "a.jsonl");
    ASSERT_EQ(sets.size(), 1u);
    std::map<int, std::string> reasons;
    for (const UnreadSubmission &one : sets[0].unread)
        reasons[one.line] = one.reason;
    EXPECT_NE(reasons[2].find("fits 2 tasks"), std::string::npos);
    EXPECT_NE(reasons[3].find("no task of this suite"), std::string::npos);
    EXPECT_NE(reasons[4].find("Functional Description"), std::string::npos);
    EXPECT_NE(reasons[5].find("JSON"), std::string::npos);
    EXPECT_NE(reasons[6].find("\"predict\""), std::string::npos);
    EXPECT_NE(reasons[7].find("not in the suite's list"), std::string::npos);
    EXPECT_NE(reasons[8].find("0 bytes"), std::string::npos);
    EXPECT_NE(reasons[9].find("no JSON object"), std::string::npos);
    EXPECT_NE(reasons[10].find("twice"), std::string::npos);
    EXPECT_EQ(reasons.size(), 9u);
    ASSERT_EQ(sets[0].submissions.size(), 2u);
    EXPECT_EQ(sets[0].submissions[0].line, 1);
    EXPECT_EQ(sets[0].submissions[1].sample, 2) << "after lines 1 and 8";
    EXPECT_FALSE(sets[0].submissions[1].remark.empty());
}

TEST_F(SubmissionsTest, ReadsAFolderOfFilesAndLists)
{
    writeKernelBenchX();
    const Benchmark benchmark = read("kbx");
    const std::string line = Json{{"file", "plain.py"}, {"predict", "x"}}.dump() + "\n";
    write("all/first.jsonl", line);
    write("all/second.jsonl", line);
    write("all/again/second.jsonl", line);
    write("all/empty.jsonl", "");
    write("all/hand/Activation/plain.py", "def plain(x): ...\n" + separator() + "\ntest\n");
    write("all/hand/plain/sample_1/round_2.py", "def plain(x): ...\n");
    write("all/hand/plain/round_3.py", "def plain(x): ...\n");
    write("all/hand/stranger.py", "x");
    const auto sets = submissions(benchmark, "all");
    EXPECT_EQ(sets.size(), 5u);
    EXPECT_EQ(setOf(sets, "first").submissions.size(), 1u);
    EXPECT_EQ(setOf(sets, "again/second").submissions.size(), 1u);
    EXPECT_EQ(setOf(sets, "empty").unread.size(), 1u);
    const SubmissionSet &hand = setOf(sets, "hand");
    ASSERT_EQ(hand.submissions.size(), 3u);
    EXPECT_EQ(hand.submissions[0].asSuite, "def plain(x): ...\n") << "without its test";
    EXPECT_EQ(hand.submissions[1].round, 3);
    EXPECT_EQ(hand.submissions[2].sample, 1);
    EXPECT_EQ(hand.submissions[2].round, 2);
    ASSERT_EQ(hand.unread.size(), 1u);
    EXPECT_EQ(hand.unread[0].file, "hand/stranger.py");
}

TEST_F(SubmissionsTest, RefusesASecondFileForOneSample)
{
    writeKernelBenchX();
    const Benchmark benchmark = read("kbx");
    write("m/Activation/plain.py", "def plain(x): 1\n");
    write("m/plain.py", "def plain(x): 2\n");
    const auto sets = submissions(benchmark, "m");
    ASSERT_EQ(sets.size(), 1u);
    ASSERT_EQ(sets[0].submissions.size(), 1u);
    ASSERT_EQ(sets[0].unread.size(), 1u);
    EXPECT_NE(sets[0].unread[0].reason.find("Activation/plain.py"), std::string::npos);
}

TEST_F(SubmissionsTest, MatchesCodeTasksByPromptAndByLabel)
{
    writeTritonBench();
    const Benchmark benchmark = read("tb", SuiteLayout::TritonBenchG);
    const auto line = [](const Json &entry) { return entry.dump() + "\n"; };
    write("a.jsonl",
          line({{"prompt", "Write it:\n Copy a   vector in blocks."},
                {"label", "x"},
                {"predict", "p"}})
              + line({{"label", "def add(): pass<|EOT|>"}, {"predict", "p"}})
              + line({{"label", "def add(): pass"}, {"predict", "p"}})
              + line({{"label", "def add(): pass"}, {"predict", "p"}})
              + line({{"label", "def unknown(): pass"}, {"predict", "p"}}));
    const auto sets = submissions(benchmark, "a.jsonl");
    ASSERT_EQ(sets.size(), 1u);
    std::map<int, std::string> tasks;
    for (const Submission &one : sets[0].submissions)
        tasks[one.line] = one.task;
    EXPECT_EQ(tasks,
              (std::map<int, std::string>{{1, "copy_code"}, {2, "add_code"}, {3, "copy_code"}}))
        << "both tasks hold the code; each is given once";
    EXPECT_EQ(sets[0].unread.size(), 2u);
}

TEST_F(SubmissionsTest, ReadsTheOutputTreeOfMultiKernelBench)
{
    writeMultiKernelBench();
    const Benchmark benchmark = read("mkb");
    const std::string run = "output/cuda/add_shot/0.0-1.0/deepseek-chat/run";
    write(run + "0/relu.txt", "Sure:\n```python\nclass ModelNew: ...\n```\n");
    write(run + "0/relu_cot.txt", "thinking");
    write(run + "0/result.json", "{}");
    write(run + "1/relu.txt", "class ModelNew: ...");
    write(run + "1/unknown_op.txt", "x");
    write("output/triton/add_shot/0.2-0.95/deepseek-chat/run0/3_add.txt", "class ModelNew: ...");
    const auto sets = submissions(benchmark, "output");
    ASSERT_EQ(sets.size(), 2u);
    const SubmissionSet &cuda = setOf(sets, "deepseek-chat (cuda, add_shot, 0.0-1.0)");
    ASSERT_EQ(cuda.submissions.size(), 2u);
    EXPECT_EQ(cuda.submissions[0].task, "activation/relu");
    EXPECT_EQ(cuda.submissions[0].asSuite, "class ModelNew: ...");
    EXPECT_EQ(cuda.submissions[0].platform, "cuda");
    EXPECT_EQ(cuda.submissions[1].sample, 1);
    ASSERT_EQ(cuda.unread.size(), 1u);
    EXPECT_NE(cuda.unread[0].reason.find("unknown_op"), std::string::npos);
    EXPECT_EQ(setOf(sets, "deepseek-chat (triton, add_shot, 0.2-0.95)").submissions[0].task,
              "npukernelbench_level1/3_add");
    const auto one = submissions(benchmark, run + "1");
    ASSERT_EQ(one.size(), 1u);
    EXPECT_EQ(one[0].method.name, cuda.method.name) << "also when only its run is given";
    EXPECT_EQ(one[0].submissions[0].sample, 1);
}

TEST_F(SubmissionsTest, ReadsRunsOfKernelGenBench)
{
    writeKernelGenBench();
    const Benchmark benchmark = read("kgb");
    const std::string code = "def add_Tensor(a, b): ...\n";
    write("runs/agent/kernels/aten__add.py", code);
    write("runs/agent/kernels/rms_norm.py", code);
    write("runs/agent/kernels/aten___softmax.py", code);
    write("runs/agent/kernels/aten__unknown.py", code);
    write("runs/agent/workspaces/add/kernel.py", code);
    write("runs/pass_at_5/round_0/aten::add.py", code);
    write("runs/pass_at_5/round_3/aten::add.py", code);
    write("runs/pass_at_5_reflection_x/round_3/cublas::cublasSgemm_v2.py", code);
    const auto sets = submissions(benchmark, "runs");
    ASSERT_EQ(sets.size(), 3u);
    const SubmissionSet &agent = setOf(sets, "agent");
    ASSERT_EQ(agent.submissions.size(), 3u) << "workspaces are no submissions";
    EXPECT_EQ(agent.submissions[0].task, "aten::_softmax");
    EXPECT_EQ(agent.submissions[1].task, "aten::add");
    EXPECT_EQ(agent.submissions[2].task, "vllm13::rms_norm");
    EXPECT_NE(agent.submissions[2].remark.find("aten::rms_norm"), std::string::npos);
    EXPECT_EQ(agent.unread.size(), 1u);
    EXPECT_EQ(setOf(sets, "pass_at_5").submissions[1].sample, 3);
    EXPECT_EQ(setOf(sets, "pass_at_5_reflection_x").submissions[0].round, 3);
    EXPECT_EQ(submissions(benchmark, "runs/agent/kernels")[0].method.name, "agent");
    EXPECT_EQ(submissions(benchmark, "runs/agent/kernels/aten__add.py")[0].submissions.size(), 1u);
}

TEST_F(SubmissionsTest, RefusesPathsWithoutAnySubmission)
{
    writeKernelBenchX();
    const Benchmark benchmark = read("kbx");
    EXPECT_EQ(readSubmissions(benchmark, root() / "none").error().code, Errc::NotFound);
    write("other/readme.txt", "x");
    const auto nothing = readSubmissions(benchmark, root() / "other");
    ASSERT_FALSE(nothing);
    EXPECT_EQ(nothing.error().code, Errc::InvalidInput);
    EXPECT_NE(nothing.error().hint.find("predict"), std::string::npos);
}

} // namespace loupe
