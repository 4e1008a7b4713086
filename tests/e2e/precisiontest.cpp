// SPDX-License-Identifier: Apache-2.0
//
// The precision of a KernelBench run: from the command line or from the run's configuration.
#include "core/store/read/storereader.h"

#include "tests/e2e/pythonrun.h"

namespace loupe {

class PrecisionTest : public test::PythonRun
{
protected:
    void SetUp() override
    {
        PythonRun::SetUp();
        const std::string head = "import torch\nimport torch.nn as nn\nclass ";
        const auto model = [&](const std::string &name, const std::string &body) {
            return head + name
                + "(nn.Module):\n"
                  "    def __init__(self):\n        super().__init__()\n"
                  "        self.weight = nn.Parameter(torch.randn(64, 16))\n"
                  "    def forward(self, x):\n"
                + body;
        };
        write("kb/KernelBench/level1/1_P.py",
              model("Model", "        return x @ self.weight\n")
                  + "def get_inputs():\n    return [torch.randn(32, 64)]\n"
                    "def get_init_inputs():\n    return []\n");
        const std::string narrow
            = "        assert x.dtype == self.weight.dtype == torch.bfloat16\n";
        write(candidate(0),
              model("ModelNew", narrow + "        return torch.mm(x, self.weight)\n"));
        write(candidate(1),
              model("ModelNew",
                    narrow + "        return (x.float() @ self.weight.float()).bfloat16()\n"));
        write(candidate(2), model("ModelNew", narrow + "        return x @ self.weight * 1.05\n"));
        write(candidate(3),
              model("ModelNew",
                    "        assert x.dtype == torch.float32\n"
                    "        return x @ self.weight\n"));
    }

    static std::string candidate(int sample)
    {
        return "runs/demo/level_1_problem_1_sample_" + std::to_string(sample) + "_kernel.py";
    }

    std::string storedPrecision()
    {
        const auto reader = StoreReader::open(root() / "r.kloupe");
        EXPECT_TRUE(reader);
        const auto runs = (*reader)->runs();
        return runs && runs->size() == 1 ? runs->front().run.precision : "none";
    }

    const std::map<int, std::string> m_inBFloat16{{0, "correct correct"},
                                                  {1, "correct correct"},
                                                  {2, "wrong_value wrong_value"},
                                                  {3, "crashed crashed"}};
};

TEST_F(PrecisionTest, CastsWeightsAndInputsOnRequest)
{
    EXPECT_EQ(judge("kb", "runs/demo", {"--precision", "bfloat16"}), m_inBFloat16);
    EXPECT_EQ(storedPrecision(), "bf16");
    EXPECT_EQ(judge("kb", "runs/demo").at(3), "correct correct");
    EXPECT_EQ(storedPrecision(), "fp32");
}

TEST_F(PrecisionTest, ReadsTheConfigurationOfTheRun)
{
    write("runs/demo/generation_config.yaml", "model_name: m\nprecision: 'bf16'\n");
    EXPECT_EQ(judge("kb", "runs/demo"), m_inBFloat16);
    EXPECT_EQ(storedPrecision(), "bf16");
    EXPECT_EQ(judge("kb", "runs/demo", {"--precision", "float32"}).at(3), "correct correct");

    const auto refused = [&](const std::string &submissions, std::vector<std::string> more) {
        std::vector<std::string> arguments{
            "run", "--suite",     path("kb"), "--python",       m_python,        "--device",
            "cpu", "--no-timing", "--store",  path("n.kloupe"), "--submissions", path(submissions)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const auto run = kloupe(arguments);
        EXPECT_NE(run.exitCode, 0) << run.out;
        EXPECT_FALSE(std::filesystem::exists(root() / "n.kloupe"));
        return run.err;
    };
    write("runs/demo/generation_config.yaml", "precision: fp4\n");
    EXPECT_NE(refused("runs/demo", {}).find("the precision \"fp4\""), std::string::npos);
    write("runs/demo/generation_config.yaml", "precision: bf16\n");
    write("runs/other/level_1_problem_1_sample_0_kernel.py", "class ModelNew: pass\n");
    EXPECT_NE(refused("runs/demo", {"--submissions", path("runs/other")})
                  .find("for different precisions"),
              std::string::npos);
}

TEST_F(PrecisionTest, RefusesPrecisionForTypedTasks)
{
    const auto run = kloupe({"run", "--suite", LOUPE_SOURCE_DIR "/tasks", "--candidates",
                             LOUPE_SOURCE_DIR "/tasks/demo", "--precision", "float16", "--store",
                             path("n.kloupe")});
    EXPECT_NE(run.exitCode, 0) << run.out;
    EXPECT_NE(run.err.find("name their own types"), std::string::npos) << run.err;
}

} // namespace loupe
