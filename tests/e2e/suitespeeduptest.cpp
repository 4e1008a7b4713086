// SPDX-License-Identifier: Apache-2.0
//
// Tests `kloupe metrics --speedup suite` on a timed run of a small suite in KernelBench's layout.
#include "tests/e2e/pythonrun.h"

namespace loupe {

class SuiteSpeedupRunTest : public test::PythonRun
{
protected:
    /// Writes a suite with one task, and a kernel that calls the same operator.
    void writeTask()
    {
        const std::string head = "import torch\nimport torch.nn as nn\n";
        const std::string body = "    def forward(self, x):\n        return torch.relu(x)\n";
        write("kb/KernelBench/level1/1_ReLU.py",
              head + "class Model(nn.Module):\n" + body
                  + "def get_inputs():\n    return [torch.randn(16, 32)]\n"
                    "def get_init_inputs():\n    return []\n");
        write("runs/demo/level_1_problem_1_sample_0_kernel.py",
              head + "class ModelNew(nn.Module):\n" + body);
    }
};

TEST_F(SuiteSpeedupRunTest, DividesTheStoredTimesAsTheSuiteDoes)
{
    writeTask();
    const auto run = kloupe({"run", "--suite", path("kb"), "--submissions", path("runs/demo"),
                             "--python", m_python, "--device", "cpu", "--store", path("r.kloupe")});
    ASSERT_EQ(run.exitCode, 0) << run.err;
    const auto metrics = [&](const std::vector<std::string> &more) {
        std::vector<std::string> arguments{"metrics", "--store", path("r.kloupe"), "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const auto got = kloupe(arguments);
        EXPECT_EQ(got.exitCode, 0) << got.err;
        return got.json();
    };
    EXPECT_FALSE(metrics({}).contains("suite_speedups"));
    const Json groups = metrics({"--speedup", "suite", "--by", "all"}).at("suite_speedups");
    ASSERT_EQ(groups.size(), 1u);
    const Json &group = groups[0];
    EXPECT_EQ(group.at("tasks"), 1);
    EXPECT_EQ(group.at("measured"), 1);
    EXPECT_EQ(group.at("missing"), 0);
    EXPECT_EQ(group.at("other_clock"), 1) << "a processor has no device events";
    EXPECT_TRUE(group.at("figures").at("geometric mean, correct").is_number());
    const auto text
        = kloupe({"metrics", "--store", path("r.kloupe"), "--speedup", "suite", "--by", "all"});
    EXPECT_NE(text.out.find("both rounded to three significant digits"), std::string::npos)
        << text.out;
    EXPECT_NE(text.out.find("1 of 1"), std::string::npos) << text.out;
    EXPECT_NE(kloupe({"metrics", "--store", path("r.kloupe"), "--speedup", "theirs"}).exitCode, 0);
}

TEST_F(SuiteSpeedupRunTest, CountsResultsWithoutRawTimes)
{
    writeTask();
    judge("kb", "runs/demo"); // without timing
    const auto got = kloupe(
        {"metrics", "--store", path("r.kloupe"), "--json", "--speedup", "suite", "--by", "all"});
    const Json group = got.json().at("suite_speedups").at(0);
    EXPECT_EQ(group.at("correct"), 1);
    EXPECT_EQ(group.at("missing"), 1);
    EXPECT_TRUE(group.at("figures").at("fast_1").is_null()) << "not known, rather than 0";
}

} // namespace loupe
