// SPDX-License-Identifier: Apache-2.0
//
// Tests the messages of `kloupe suites check` and `kloupe run` about files that are not read.
#include "tests/e2e/kloupeprocess.h"

namespace loupe {

namespace {

class RightFileRun : public test::KloupeTest
{
protected:
    void writeKernelBenchTask(const std::string &place) const
    {
        write("kb/KernelBench/" + place,
              "import torch\n\n\nclass Model(torch.nn.Module):\n    def forward(self, x):\n"
              "        return x * 2\n\n\ndef get_inputs():\n    return [torch.rand(4)]\n\n\n"
              "def get_init_inputs():\n    return []\n");
    }
    static bool has(const std::string &text, const std::string &part)
    {
        return text.find(part) != std::string::npos;
    }
};

} // namespace

TEST_F(RightFileRun, SuitesCheckNamesTasksThatAreNotRead)
{
    writeKernelBenchTask("level5/1_Scale.py");
    writeKernelBenchTask("level5/1_Scale (copy).py");
    const auto good = kloupe({"suites", "check", path("kb")});
    EXPECT_EQ(good.exitCode, 0) << good.err;
    EXPECT_TRUE(has(good.out, "1 task read, 0 problems, 1 left out")) << good.out;
    EXPECT_TRUE(has(good.out, "is a copy or backup of \"1_Scale.py\"")) << good.out;
    writeKernelBenchTask("level5/Unnumbered.py");
    writeKernelBenchTask("custom/1_Mine.py");
    const auto bad = kloupe({"suites", "check", path("kb")});
    EXPECT_EQ(bad.exitCode, 3);
    EXPECT_TRUE(has(bad.out, "Unnumbered.py: is not read")) << bad.out;
    EXPECT_TRUE(has(bad.out, "custom: is not read, with 1 task in it")) << bad.out;
}

TEST_F(RightFileRun, EachLineThatIsNotReadHasItsReason)
{
    writeKernelBenchTask("level1/1_Scale.py");
    write("answers.jsonl",
          "{\"level\": 1, \"problem_id\": 1, \"kernel\": [\"a\", \"b\"]}\n"
          "{\"level\": 1, \"level\": 1, \"problem_id\": 1, \"kernel\": \"c\"}\n"
          "{\"task\": \"level1/1_Scale\", \"kernel\": \"d\"}\n");
    const auto plan = kloupe({"run", path("r.kloupe"), "--suite", path("kb"), "--submissions",
                              path("answers.jsonl"), "--device", "cpu", "--dry-run", "--python",
                              "/usr/bin/python3"});
    EXPECT_EQ(plan.exitCode, 3) << plan.err;
    EXPECT_TRUE(has(plan.err, "answers.jsonl:1: has no text under")) << plan.err;
    EXPECT_TRUE(has(plan.err, "answers.jsonl:2: the key \"level\" occurs twice")) << plan.err;
    EXPECT_TRUE(has(plan.err, "answers.jsonl:3: ")) << plan.err;
}

TEST_F(RightFileRun, RunCountsIgnoredFilesAndNamesCopies)
{
    writeKernelBenchTask("level1/1_Scale.py");
    const std::string name = "level_1_problem_1_sample_0_kernel";
    write("runs/m/" + name + ".py", "class ModelNew: ...\n");
    write("runs/m/" + name + "-old.py", "class ModelNew: ...\n");
    write("runs/m/._" + name + ".py", "twin");
    const auto plan
        = kloupe({"run", path("r.kloupe"), "--suite", path("kb"), "--submissions", path("runs"),
                  "--device", "cpu", "--dry-run", "--python", "/usr/bin/python3"});
    EXPECT_EQ(plan.exitCode, 0) << plan.err;
    const std::string said = plan.out + plan.err;
    EXPECT_TRUE(has(said, "1 evaluation of 1 task of")) << said;
    EXPECT_TRUE(has(said, "1 hidden or generated file or folder is ignored: m/._" + name)) << said;
    EXPECT_TRUE(has(said, name + "-old.py: is a copy or backup of \"" + name + ".py\"")) << said;
}

} // namespace loupe
