// SPDX-License-Identifier: Apache-2.0
//
// Benchmarks in Python through `kloupe run`, on small suites of the two styles written here.
#include "core/base/environment.h"
#include "core/base/files.h"

#include <map>

#include "tests/e2e/kloupeprocess.h"

namespace loupe {

namespace {

const char *const head = "import torch\nimport torch.nn as nn\n";

std::string model(const std::string &body)
{
    return std::string(head) + "class ModelNew(nn.Module):\n" + body;
}

const char *const separator = "\n#####################################################"
                              "#####################################################"
                              "########################################\n";

} // namespace

class PythonRunTest : public test::KloupeTest
{
protected:
    void SetUp() override
    {
        KloupeTest::SetUp();
        m_python = environmentVariable("LOUPE_TEST_PYTHON");
        const std::string prepared = LOUPE_SOURCE_DIR "/build/venv/bin/python";
        if (m_python.empty() && std::filesystem::exists(prepared))
            m_python = prepared;
        if (m_python.empty())
            GTEST_SKIP() << "no Python with torch: set LOUPE_TEST_PYTHON, or run "
                            "packaging/bootstrap.sh test";
    }

    /// Verdict and strict verdict by sample, of what `run` stored.
    std::map<int, std::string> judge(const std::string &suite, const std::string &submissions)
    {
        const auto run = kloupe({"run", "--suite", path(suite), "--submissions", path(submissions),
                                 "--python", m_python, "--device", "cpu", "--store",
                                 path("r.kloupe"), "--call-seconds", "10", "--no-timing"});
        EXPECT_EQ(run.exitCode, 0) << run.err << run.out;
        const auto query = kloupe({"query", "--store", path("r.kloupe"), "--json"});
        EXPECT_EQ(query.exitCode, 0) << query.err;
        std::map<int, std::string> out;
        const Json answer = query.json();
        for (const Json &row : answer.at("rows")) {
            out[row.at("sample").get<int>()] = row.at("verdict").get<std::string>() + " "
                + row.at("strict_verdict").get<std::string>();
        }
        return out;
    }

    std::string m_python;
};

TEST_F(PythonRunTest, JudgesModelsByTheSuiteAndStrictly)
{
    write("kb/KernelBench/level1/1_Scaled.py",
          std::string(head)
              + "class Model(nn.Module):\n"
                "    def __init__(self, n):\n"
                "        super().__init__()\n"
                "        self.scale = nn.Parameter(torch.randn(n))\n"
                "    def forward(self, x):\n"
                "        return torch.relu(x * self.scale)\n"
                "def get_inputs():\n"
                "    return [torch.randn(16, 32)]\n"
                "def get_init_inputs():\n"
                "    return [32]\n");
    const std::string make = "    def __init__(self, n):\n"
                             "        super().__init__()\n"
                             "        self.scale = nn.Parameter(torch.randn(n))\n";
    const std::string call = "    def forward(self, x):\n";
    const std::vector<std::string> submissions{
        model(make + call + "        return (x * self.scale).clamp(min=0)\n"),
        model(make + call + "        return (x * self.scale).clamp(min=0) + 0.01\n"),
        model(make + call + "        return x.mul_(self.scale).relu_()\n"),
        "raise ValueError('no')\n",
        model(make + call + "        import os\n        os._exit(0)\n"),
        model(make + call + "        return (x * self.scale).clamp(min=0)[:, 1:]\n"),
        "x = 1\n",
    };
    for (std::size_t i = 0; i < submissions.size(); ++i)
        write("runs/demo/level_1_problem_1_sample_" + std::to_string(i) + "_kernel.py",
              submissions[i]);
    auto verdicts = judge("kb", "runs/demo");
    EXPECT_EQ(verdicts[0], "correct correct");
    EXPECT_EQ(verdicts[1], "wrong_value wrong_value");
    EXPECT_EQ(verdicts[2], "correct wrote_input") << "the suite shares inputs and never looks";
    EXPECT_EQ(verdicts[3], "load_error load_error");
    EXPECT_EQ(verdicts[4], "exited_early exited_early");
    EXPECT_EQ(verdicts[5], "wrong_shape wrong_shape");
    EXPECT_EQ(verdicts[6], "missing_symbol missing_symbol");
}

TEST_F(PythonRunTest, JudgesTestScriptsByTheSuiteAndTheirCallsStrictly)
{
    write(
        "kbx/data/kernelbenchx_v1.json",
        R"json([{"name": "torch.double", "func_inputs": "def double(x)", "description": "Doubles.",
               "file": "Math/double.py", "difficulty": 1, "torch_cnt": 1, "params_cnt": 1}])json");
    write("kbx/data/kernelbenchx/Math/double.py",
          std::string("import torch\n\ndef double(x):\n    return 2 * x\n") + separator
              + "import torch\n"
                "def test_double():\n"
                "    results = {}\n"
                "    for i in range(3):\n"
                "        results[f'case_{i}'] = double(torch.randn(4, 33 + i))\n"
                "    return results\n"
                "test_results = test_double()\n");
    // A submission that looks at what the public seed makes of the test's first input.
    const std::string replay = "import torch\n"
                               "g = torch.Generator().manual_seed(0)\n"
                               "def double(x):\n"
                               "    if x.shape[1] > 33:\n"
                               "        return x + x\n"
                               "    return 2 * torch.randn(4, 33, generator=g)\n";
    const auto line = [](const std::string &source) {
        return Json{{"file", "Math/double.py"}, {"predict", "```python\n" + source + "```"}}.dump()
            + "\n";
    };
    const std::vector<std::pair<std::string, std::string>> cases{
        {"import torch\ndef double(x):\n    return x + x\n", "correct correct"},
        {"import torch\ndef double(x):\n    return x * 2.5\n", "wrong_value wrong_value"},
        {"import torch\ndef double(x):\n    raise ValueError('no')\n", "crashed crashed"},
        {"import torch\ndef twice(x):\n    return x + x\n", "missing_symbol missing_symbol"},
        {replay, "correct wrong_value"},
    };
    for (const auto &[source, expected] : cases) {
        std::error_code ignored;
        std::filesystem::remove(root() / "r.kloupe", ignored);
        write("s/answers.jsonl", line(source));
        EXPECT_EQ(judge("kbx", "s/answers.jsonl")[0], expected) << source;
    }
}

TEST_F(PythonRunTest, SaysWhatIsWrongWithThePython)
{
    write("kb/KernelBench/level1/1_A.py",
          std::string(head)
              + "class Model(nn.Module):\n    pass\n"
                "def get_inputs():\n    return []\n"
                "def get_init_inputs():\n    return []\n");
    write("runs/demo/level_1_problem_1_sample_0_kernel.py", "x = 1\n");
    const auto run = [&](const std::string &python) {
        return kloupe({"run", "--suite", path("kb"), "--submissions", path("runs/demo"), "--python",
                       python, "--store", path("r.kloupe")});
    };
    const auto none = run("/no/such/python");
    EXPECT_EQ(none.exitCode, 3) << none.err;
    EXPECT_NE(none.err.find("/no/such/python"), std::string::npos) << none.err;
    const auto other = run("/bin/true");
    EXPECT_EQ(other.exitCode, 3) << other.err;
    EXPECT_FALSE(std::filesystem::exists(root() / "r.kloupe")) << "nothing was begun";
}

} // namespace loupe
