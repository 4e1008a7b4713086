// SPDX-License-Identifier: Apache-2.0
//
// Tests that each protocol's verdict stands if the other one cannot judge. Also tests KernelBench's
// treatment of in-place tasks.
#include "tests/e2e/pythonrun.h"

namespace loupe {

class ProtocolsAloneTest : public test::PythonRun
{
protected:
    void addTask(int number, const std::string &reference, const std::string &inputs)
    {
        write("kb/KernelBench/level1/" + std::to_string(number) + "_T.py",
              text("Model", reference) + "def get_inputs():\n    return [" + inputs
                  + "]\ndef get_init_inputs():\n    return []\n");
    }

    /// `sample` must be unique within the run, because it identifies the row.
    void addCandidate(int task, int sample, const std::string &forward)
    {
        write("runs/demo/level_1_problem_" + std::to_string(task) + "_sample_"
                  + std::to_string(sample) + "_kernel.py",
              text("ModelNew", forward));
    }

private:
    static std::string text(const char *name, const std::string &forward)
    {
        return std::string("import torch\nimport torch.nn as nn\nclass ") + name + "(nn.Module):\n"
            + forward;
    }
};

TEST_F(ProtocolsAloneTest, StrictReferenceFailureKeepsTheSuiteVerdict)
{
    // The suite casts integers and masks to floats. The strict rules do not.
    const std::string linear = "    def __init__(self):\n        super().__init__()\n"
                               "        self.linear = nn.Linear(64, 32)\n";
    addTask(1, linear + "    def forward(self, x):\n        return self.linear(x)\n",
            "torch.randint(0, 5, (16, 64))");
    addCandidate(1, 0,
                 linear
                     + "    def forward(self, x):\n"
                       "        return x @ self.linear.weight.t() + self.linear.bias\n");
    addCandidate(1, 1, linear + "    def forward(self, x):\n        return self.linear(x) + 1\n");
    addTask(2, "    def forward(self, x):\n        return x.mean(-1)\n",
            "torch.rand(16, 64) > 0.5");
    addCandidate(2, 2, "    def forward(self, x):\n        return x.sum(-1) / x.shape[-1]\n");
    const Json rows = rowsOf("kb", "runs/demo", {"--max-timing-seconds", "0.2"});
    ASSERT_EQ(rows.size(), 3U);
    for (const Json &row : rows) {
        const bool isWrong = row.at("sample") == 1;
        EXPECT_EQ(verdictsOf(row),
                  isWrong ? "wrong_value reference_failed" : "correct reference_failed")
            << row;
        EXPECT_EQ(row.at("speedup").is_number(), !isWrong) << row;
    }
    EXPECT_EQ(judge("kb", "runs/demo", {"--protocol", "strict"})[0].substr(0, 16),
              "reference_failed");
}

TEST_F(ProtocolsAloneTest, ACandidateThatOnlyTheSuitesCastCrashesIsJudgedStrictly)
{
    addTask(1, "    def forward(self, x):\n        return x.float() * 2\n",
            "torch.randn(64, 64).to(torch.float8_e4m3fn)");
    const auto typed = [](const std::string &type, const std::string &result) {
        return "    def forward(self, x):\n        assert x.dtype == torch." + type
            + "\n        return " + result + "\n";
    };
    addCandidate(1, 0, typed("float8_e4m3fn", "x.float() + x.float()"));
    addCandidate(1, 1, typed("float8_e4m3fn", "x.float() + 2"));
    addTask(2, "    def forward(self, x):\n        return x.long() * 2\n",
            "torch.randint(0, 9, (64, 64))");
    addCandidate(2, 2, typed("int64", "x + x"));
    addTask(3, "    def forward(self, x):\n        return x * 2\n", "torch.randn(64, 64)");
    addCandidate(3, 3, typed("float64", "x + x"));
    auto verdicts = judge("kb", "runs/demo");
    EXPECT_EQ(verdicts[0], "crashed correct");
    EXPECT_EQ(verdicts[1], "crashed wrong_value");
    EXPECT_EQ(verdicts[2], "crashed correct");
    EXPECT_EQ(verdicts[3], "crashed crashed");
}

TEST_F(ProtocolsAloneTest, StrictTrialsAfterACrashBeginInANewProcess)
{
    addTask(1, "    def forward(self, x):\n        return x.long() * 2\n",
            "torch.randint(0, 9, (64, 64))");
    // An exception leaves the process alive, and what it broke stays broken.
    addCandidate(1, 0,
                 "    broken = False\n    def forward(self, x):\n"
                 "        if ModelNew.broken or x.dtype != torch.int64:\n"
                 "            ModelNew.broken = True\n"
                 "            raise RuntimeError('illegal memory access')\n"
                 "        return x + x\n");
    EXPECT_EQ(judge("kb", "runs/demo")[0], "crashed correct");
}

TEST_F(ProtocolsAloneTest, InPlaceWorkIsComparedByTheSuiteRule)
{
    // Both sides get the same tensors, which already contain the reference's result.
    addTask(1, "    def forward(self, x):\n        return x.mul_(2)\n", "torch.randn(64, 256)");
    addCandidate(1, 0, "    def forward(self, x):\n        return x.mul_(2)\n");
    addCandidate(1, 1, "    def forward(self, x):\n        return x\n");
    addCandidate(1, 2, "    def forward(self, x):\n        return x * 2\n");
    addTask(2, "    def forward(self, x):\n        return x.cumsum_(-1)[:, ::2]\n",
            "torch.randn(64, 256)");
    addCandidate(2, 3, "    def forward(self, x):\n        return x.cumsum_(-1)[:, ::2]\n");
    addCandidate(2, 4, "    def forward(self, x):\n        return x[:, ::2]\n");
    addCandidate(2, 5, "    def forward(self, x):\n        return x[:, 1::2]\n");
    auto verdicts = judge("kb", "runs/demo");
    EXPECT_EQ(verdicts[0], "correct correct");
    EXPECT_EQ(verdicts[1], "correct wrong_value");
    EXPECT_EQ(verdicts[2].substr(0, 11), "wrong_value") << "the second of two doublings";
    EXPECT_EQ(verdicts[3], "correct correct");
    EXPECT_EQ(verdicts[4], "correct wrong_value");
    EXPECT_EQ(verdicts[5], "wrong_value wrong_value");
}

TEST_F(ProtocolsAloneTest, JudgesStrictlyIfNothingPassesTheSuite)
{
    addTask(1, "    def forward(self, x):\n        return x * 2, x + 1\n", "torch.randn(16, 8)");
    addCandidate(1, 0, "    def forward(self, x):\n        return x + x, 1 + x\n");
    addCandidate(1, 1, "    def forward(self, x):\n        return x + x, x\n");
    addTask(2, "    def forward(self, x):\n        return x.max().item()\n", "torch.randn(16, 8)");
    addCandidate(2, 2, "    def forward(self, x):\n        return x.flatten().amax().item()\n");
    addTask(3, "    def forward(self, x):\n        return torch.sqrt(x)\n", "torch.randn(16, 8)");
    addCandidate(3, 3, "    def forward(self, x):\n        return x ** 0.5\n");
    addTask(4, "    def forward(self, x):\n        return x * 2\n", "torch.randn(16, 8)");
    addCandidate(4, 4, "    def forward(self, x):\n        return x\n");
    auto verdicts = judge("kb", "runs/demo");
    EXPECT_EQ(verdicts[0], "reference_failed correct");
    EXPECT_EQ(verdicts[1], "reference_failed wrong_value");
    EXPECT_EQ(verdicts[2], "reference_failed correct");
    EXPECT_EQ(verdicts[3], "reference_failed correct");
    EXPECT_EQ(verdicts[4], "wrong_value wrong_value");
    EXPECT_EQ(judge("kb", "runs/demo", {"--protocol", "suite"})[1].substr(0, 16),
              "reference_failed");
}

} // namespace loupe
