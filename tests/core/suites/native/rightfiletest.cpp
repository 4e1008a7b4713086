// SPDX-License-Identifier: Apache-2.0
//
// Tests which file of a folder is judged: hidden files, copies, and numbers in folder names.
#include "core/suites/native/candidatefolder.h"
#include "core/suites/native/suite.h"

#include <algorithm>
#include <map>

#include "tests/core/suites/benchmarkfixture.h"

namespace loupe {

namespace {

class RightFileTest : public test::BenchmarkTest
{
protected:
    void SetUp() override
    {
        BenchmarkTest::SetUp();
        for (const char *task : {"level1/1_Scale", "level1/2_Shift", "level1/3_Fold",
                                 "level1/23_Square", "level2/1_Cube"})
            write(std::string("kb/KernelBench/") + task + ".py", moduleSource());
    }
    std::vector<SubmissionSet> runs(const std::string &folder = "runs") const
    {
        return submissions(read("kb"), folder);
    }
    /// Returns "method: task sample round file" of all submissions.
    static std::vector<std::string> lines(const std::vector<SubmissionSet> &sets)
    {
        std::vector<std::string> out;
        for (const SubmissionSet &set : sets) {
            for (const Submission &one : set.submissions)
                out.push_back(set.method.name + ": " + one.task + " " + std::to_string(one.sample)
                              + " " + std::to_string(one.round) + " " + one.raw);
        }
        return out;
    }
    static std::map<std::string, std::string> reasons(const std::vector<SubmissionSet> &sets)
    {
        std::map<std::string, std::string> out;
        for (const SubmissionSet &set : sets) {
            for (const UnreadSubmission &one : set.unread)
                out[one.file] = one.reason;
        }
        return out;
    }
};

using Lines = std::vector<std::string>;

constexpr const char *standard = "level_1_problem_1_sample_0_kernel";

} // namespace

TEST_F(RightFileTest, IgnoresResourceForkFiles)
{
    const std::string name = std::string(standard) + ".py";
    write("runs/mac/" + name, "right");
    write("runs/mac/._" + name, "twin");
    write("runs/__MACOSX/mac/._" + name, "twin");
    write("runs/mac/.ipynb_checkpoints/" + name, "checkpoint");
    const auto sets = runs();
    EXPECT_EQ(lines(sets), (Lines{"mac: level1/1_Scale 0 0 right"}));
    EXPECT_EQ(reasons(sets),
              (std::map<std::string, std::string>{
                  {"runs",
                   "3 hidden or generated files and folders are ignored: __MACOSX, mac/._" + name
                       + ", mac/.ipynb_checkpoints"}}));
}

TEST_F(RightFileTest, IgnoresRepositoriesAndEnvironments)
{
    const std::string name = std::string(standard) + ".py";
    for (const char *place : {"a/", "a/.git/stash/", "b/", "b/.venv/lib/", "c/", "c/env/lib/"})
        write(std::string("runs/") + place + name, place);
    write("runs/c/env/pyvenv.cfg", "home = /usr/bin\n");
    EXPECT_EQ(lines(runs()),
              (Lines{"a: level1/1_Scale 0 0 a/", "b: level1/1_Scale 0 0 b/",
                     "c: level1/1_Scale 0 0 c/"}));
}

TEST_F(RightFileTest, ExtensionsInCapitalsAreRead)
{
    write(std::string("runs/m/") + standard + ".PY", "mine");
    EXPECT_EQ(lines(runs()), Lines{"m: level1/1_Scale 0 0 mine"});
    write(std::string("runs/m/") + standard + ".py", "usual");
    EXPECT_EQ(lines(runs()), Lines{"m: level1/1_Scale 0 0 usual"});
}

TEST_F(RightFileTest, RefusesFractionalSamples)
{
    write("runs/m.jsonl",
          R"({"level": 1, "problem_id": 1, "sample_id": -1, "code": "a"})"
          "\n"
          R"({"level": 1, "problem_id": 1, "round": 0.5, "code": "b"})"
          "\n"
          R"({"level": 1, "problem_id": 1, "sample_id": null, "code": "c"})"
          "\n");
    const auto sets = runs("runs/m.jsonl");
    EXPECT_EQ(lines(sets), Lines{"m: level1/1_Scale 0 0 c"});
    ASSERT_EQ(sets.front().unread.size(), 2U);
    EXPECT_EQ(sets.front().unread[0].reason, "its sample or round is no whole number");
}

TEST_F(RightFileTest, TheExactNameWinsOverCopiesAndBackups)
{
    for (const char *mark :
         {" (copy)", " copy", "-old", "-checkpoint", ".bak", "_backup", " (1)"}) {
        const std::string copy = std::string(standard) + mark + ".py";
        write("runs/m/" + copy, "copy");
        write(std::string("runs/m/") + standard + ".py", "right");
        const auto sets = runs();
        EXPECT_EQ(lines(sets), (Lines{"m: level1/1_Scale 0 0 right"})) << mark;
        const auto unread = reasons(sets);
        ASSERT_EQ(unread.count("m/" + copy), 1U) << mark;
        EXPECT_NE(unread.at("m/" + copy)
                      .find("copy or backup of \"" + std::string(standard) + ".py\" by its name"),
                  std::string::npos)
            << unread.at("m/" + copy);
        std::filesystem::remove_all(root() / "runs");
    }
}

TEST_F(RightFileTest, BestMatchWinsInAnyFolder)
{
    write("runs/m/level1/1_Scale_v2.py", "version");
    write("runs/m/level1/1_Scale-old.py", "copy");
    write(std::string("runs/m/") + standard + ".py", "right");
    write("runs/m/level_1_problem_2_sample_3 (copy).py", "alone");
    const auto sets = runs();
    EXPECT_EQ(lines(sets), (Lines{"m: level1/1_Scale 0 0 right", "m: level1/2_Shift 3 0 alone"}));
    EXPECT_EQ(sets.front().submissions.back().remark, "named like a copy (\" (copy)\")");
    const auto unread = reasons(sets);
    EXPECT_NE(unread.at("m/level1/1_Scale_v2.py").find("whose name fits exactly"),
              std::string::npos);
    EXPECT_EQ(unread.at("m/level1/1_Scale-old.py"),
              "is a copy or backup of \"m/" + std::string(standard)
                  + ".py\" by its name (\"-old\") and is left out");
}

TEST_F(RightFileTest, NamesABackupWithoutItsSource)
{
    write(std::string("runs/m/") + standard + ".py", "right");
    write("runs/m/level_1_problem_2_sample_0_kernel.py~", "lost");
    const auto sets = runs();
    EXPECT_EQ(lines(sets), (Lines{"m: level1/1_Scale 0 0 right"}));
    EXPECT_NE(reasons(sets).at("m/level_1_problem_2_sample_0_kernel.py~").find("is a backup"),
              std::string::npos);
}

TEST_F(RightFileTest, IgnoresNumbersInTheNameOfARun)
{
    write("runs/slurm_task_3/level1/23_Square.py", "a");
    write("runs/best_of_sample_8/level1/1_Scale.py", "b");
    write("runs/qwen_round_2/level1/1_Scale.py", "c");
    write("runs/cot_level_2_prompt/level1/1_Scale.py", "d");
    write("runs/problem_2_fixed/level1/1_Scale.py", "e");
    write("runs/task-2-of-3/level1/1_Scale.py", "f");
    write("runs/multi-turn-5/level1/1_Scale.py", "g");
    EXPECT_EQ(lines(runs()),
              (Lines{
                  "best_of_sample_8: level1/1_Scale 0 0 b",
                  "cot_level_2_prompt: level1/1_Scale 0 0 d",
                  "multi-turn-5: level1/1_Scale 0 0 g",
                  "problem_2_fixed: level1/1_Scale 0 0 e",
                  "qwen_round_2: level1/1_Scale 0 0 c",
                  "slurm_task_3: level1/23_Square 0 0 a",
                  "task-2-of-3: level1/1_Scale 0 0 f",
              }));
}

TEST_F(RightFileTest, TheFilesOwnNameComesBeforeFoldersAndInnerBeforeOuter)
{
    write("runs/level_1/problem_2/sample_1/round_2.py", "folders");
    write("runs/level_2/level_1/problem_3.py", "inner");
    write("runs/problem_2/level1/23_Square.py", "own number");
    write("runs/level1/sample_4/level_2_problem_1_sample_5_kernel.py", "own level");
    write("runs/level1/gpt/1_Scale.py", "above the run");
    write("runs/level1/problem_1/0.py", "no number of a problem");
    EXPECT_EQ(lines(runs()),
              (Lines{
                  "gpt: level1/1_Scale 0 0 above the run",
                  "runs: level1/1_Scale 0 0 no number of a problem",
                  "runs: level1/23_Square 0 0 own number",
                  "runs: level1/2_Shift 1 2 folders",
                  "runs: level1/3_Fold 0 0 inner",
                  "runs: level2/1_Cube 5 0 own level",
              }));
}

TEST_F(RightFileTest, AFolderNamedLikeATaskGivesTheProblem)
{
    write("runs/gpt/level1/23_Square/1.py", "a");
    write("runs/gpt/level1/23_Square/2.py", "b");
    write("runs/gpt/level1/3_Fold/sample_4/round_1.py", "c");
    write("runs/gpt/level1/2_Shift/sample_5.py", "d");
    write("runs/gpt/2_Shift/level_1/sample_6/kernel.py", "e");
    write("runs/gpt/1_Scale/level1/23_Square.py", "f");
    write("runs/gpt/level2/problem_1/0.py", "g");
    write("runs/gpt/level2/problem_1/3.py", "h");
    write("runs/gpt/level2/problem_1/sample_7/1.py", "i");
    EXPECT_EQ(lines(runs()),
              (Lines{
                  "gpt: level1/23_Square 0 0 f",
                  "gpt: level1/23_Square 1 0 a",
                  "gpt: level1/23_Square 2 0 b",
                  "gpt: level1/2_Shift 5 0 d",
                  "gpt: level1/2_Shift 6 0 e",
                  "gpt: level1/3_Fold 4 1 c",
                  "gpt: level2/1_Cube 0 0 g",
                  "gpt: level2/1_Cube 3 0 h",
                  "gpt: level2/1_Cube 7 0 i",
              }));
}

TEST_F(RightFileTest, WordsInTheNameOfAFileAreReadOnce)
{
    write("runs/m/slurm_task_7_level_1_problem_23_sample_0_kernel.py", "problem before task");
    write("runs/m/level1/1_Scale_task_2.py", "number before task");
    write("runs/m/level1/task_3.py", "task alone");
    EXPECT_EQ(lines(runs()),
              (Lines{
                  "m: level1/1_Scale 0 0 number before task",
                  "m: level1/23_Square 0 0 problem before task",
                  "m: level1/3_Fold 0 0 task alone",
              }));
}

TEST_F(RightFileTest, AllSuitesReadTheSameFiles)
{
    writeKernelBenchX();
    writeMultiKernelBench();
    writeKernelGenBench();
    const std::string line = Json{{"file", "plain.py"}, {"predict", "right"}}.dump() + "\n";
    write("x/a.jsonl", line);
    write("x/._a.jsonl", "twin");
    write("x/a (copy).jsonl", line);
    write("x/hand/plain.py", "right");
    write("x/hand/plain copy.py", "copy");
    write("x/.venv/plain.py", "library");
    EXPECT_EQ(lines(submissions(read("kbx"), "x")),
              (Lines{"a: Activation/plain 0 0 right", "hand: Activation/plain 0 0 right"}));
    write("m/run0/relu.txt", "right");
    write("m/run0/relu copy.txt", "copy");
    write("m/run0/._relu.txt", "twin");
    EXPECT_EQ(lines(submissions(read("mkb"), "m")), (Lines{"m: activation/relu 0 0 right"}));
    write("g/agent/kernels/aten__add.py", "right");
    write("g/agent/kernels/aten__add-old.py", "copy");
    write("g/agent/.git/kernels/aten__add.py", "stash");
    EXPECT_EQ(lines(submissions(read("kgb"), "g")), (Lines{"agent: aten::add 0 0 right"}));
}

TEST_F(RightFileTest, TaskNamedCopyIsNotACopy)
{
    writeKernelGenBench();
    write("kgb/agent_bench/prompts/KernelGenBench/aten__add_copy.md", "# Task\n");
    write("g/agent/kernels/aten__add.py", "add");
    write("g/agent/kernels/aten__add_copy.py", "other");
    const Benchmark benchmark = read("kgb");
    ASSERT_NE(benchmark.find("aten::add"), nullptr);
    EXPECT_EQ(lines(submissions(benchmark, "g")),
              (Lines{"agent: aten::add 0 0 add", "agent: aten::add_copy 0 0 other"}));
}

TEST_F(RightFileTest, ReadsNativeCandidatesEqually)
{
    write("n/Math/a.cpp", "right");
    write("n/Math/a-old.cpp", "copy");
    write("n/Math/._a.cpp", "twin");
    write("n/.git/Math/a.cpp", "stash");
    const auto sets = readCandidates(root() / "n");
    ASSERT_TRUE(sets) << sets.error().text();
    ASSERT_EQ(sets->front().candidates.size(), 1U);
    EXPECT_EQ(sets->front().candidates.front().source, "right");
    ASSERT_EQ(sets->front().unread.size(), 2U);
    EXPECT_EQ(sets->front().unread[0].reason,
              "2 hidden or generated files and folders are ignored: .git, Math/._a.cpp");
    EXPECT_NE(sets->front().unread[1].reason.find("copy or backup of \"a.cpp\""),
              std::string::npos);
}

TEST_F(RightFileTest, EveryLevelIsRead)
{
    for (const char *task : {"level0/1_Copy", "level5/1_Dot", "level10/7_Sort"})
        write(std::string("kb/KernelBench/") + task + ".py", moduleSource());
    const Benchmark benchmark = read("kb");
    EXPECT_TRUE(benchmark.problems.empty());
    EXPECT_TRUE(benchmark.leftOut.empty());
    ASSERT_EQ(benchmark.tasks.size(), 8U);
    EXPECT_EQ(benchmark.tasks.front().task.name, "level0/1_Copy");
    EXPECT_EQ(benchmark.tasks.back().task.name, "level10/7_Sort") << "levels in their order";
    EXPECT_EQ(benchmark.tasks.back().task.level, 10);
    EXPECT_EQ(benchmark.tasks.back().task.category, "other");
    write("runs/m/level_10_problem_7_sample_0_kernel.py", "right");
    EXPECT_EQ(lines(runs()), (Lines{"m: level10/7_Sort 0 0 right"}));
    std::filesystem::remove_all(root() / "kb");
    write("kb/level5/1_Dot.py", moduleSource());
    EXPECT_EQ(read("kb").tasks.size(), 1U) << "no level from 1 to 4 at all";
}

TEST_F(RightFileTest, TasksThatAreNotReadAreNamed)
{
    write("kb/KernelBench/level1/Unnumbered.py", moduleSource());
    write("kb/KernelBench/level1/utils.py", "x = 1\n");
    write("kb/KernelBench/level1/__init__.py", "");
    write("kb/KernelBench/level1/1_Scale (copy).py", moduleSource("9"));
    write("kb/KernelBench/level1/._1_Scale.py", "twin");
    write("kb/KernelBench/level1/hard/4_Deep.py", moduleSource());
    write("kb/KernelBench/custom/1_Mine.py", moduleSource());
    write("kb/KernelBench/custom/2_Mine.py", moduleSource());
    write("kb/KernelBench/scripts/3_run.py", "x = 1\n");
    write("kb/KernelBench/9_Loose.py", moduleSource());
    const Benchmark benchmark = read("kb");
    EXPECT_EQ(benchmark.tasks.size(), 5U);
    EXPECT_EQ(benchmark.tasks.front().implementation, moduleSource()) << "not the copy";
    std::map<std::string, std::string> problems;
    for (const SuiteProblem &problem : benchmark.problems)
        problems[problem.file.lexically_relative(root() / "kb/KernelBench")] = problem.text();
    ASSERT_EQ(problems.size(), 4U);
    EXPECT_NE(problems["level1/Unnumbered.py"].find("does not begin with a number"),
              std::string::npos);
    EXPECT_NE(problems["level1/hard"].find("1 task"), std::string::npos);
    EXPECT_NE(problems["custom"].find("2 tasks"), std::string::npos);
    EXPECT_NE(problems["9_Loose.py"].find("no folder level<number>"), std::string::npos);
    std::map<std::string, std::string> leftOut;
    for (const SuiteProblem &other : benchmark.leftOut)
        leftOut[other.file.filename()] = other.reason;
    ASSERT_EQ(leftOut.size(), 2U);
    EXPECT_NE(leftOut["1_Scale (copy).py"].find("copy or backup of \"1_Scale.py\""),
              std::string::npos);
    EXPECT_NE(leftOut["utils.py"].find("does not begin with a number"), std::string::npos);
}

TEST_F(RightFileTest, IgnoresCopiesAndHiddenTaskFiles)
{
    writeMultiKernelBench();
    writeKernelBenchX();
    writeKernelGenBench();
    write("mkb/reference/activation/relu copy.py", moduleSource());
    write("mkb/reference/activation/._relu.py", "twin");
    write("mkb/reference/.ipynb_checkpoints/relu-checkpoint.py", moduleSource());
    const Benchmark multi = read("mkb");
    EXPECT_EQ(multi.tasks.size(), 3U);
    EXPECT_TRUE(multi.problems.empty());
    EXPECT_EQ(multi.leftOut.size(), 1U);
    write("kbx/data/kernelbenchx/Math/extra_fp16-old.py", "");
    write("kbx/data/kernelbenchx/Math/._extra_fp16.py", "");
    EXPECT_EQ(read("kbx").unlisted, std::vector<std::string>{"Math/extra_fp16"});
    const std::size_t operators = read("kgb").tasks.size();
    write("kgb/agent_bench/prompts/KernelGenBench/._aten__add.md", "twin");
    write("kgb/agent_bench/prompts/KernelGenBench/aten__add (1).md", "# Task\n");
    EXPECT_EQ(read("kgb").tasks.size(), operators);
    EXPECT_TRUE(read("kgb").problems.empty());
    writeTask(doubleTask(), "native/Math/double");
    writeTask(doubleTask(), "native/.backup/double");
    const auto native = readNativeSuite(root() / "native");
    ASSERT_TRUE(native) << native.error().text();
    EXPECT_EQ(native->tasks.size(), 1U);
}

} // namespace loupe
