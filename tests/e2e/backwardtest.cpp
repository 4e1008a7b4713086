// SPDX-License-Identifier: Apache-2.0
//
// Gradients of inputs and weights: `kloupe run --backward` on the processor.
#include "core/store/read/storereader.h"

#include "tests/e2e/pythonrun.h"

namespace loupe {

class BackwardTest : public test::PythonRun
{
protected:
    void SetUp() override
    {
        PythonRun::SetUp();
        write("kb/KernelBench/level1/1_P.py",
              swish("Model", "torch.nn.functional.silu(x)") + inputs("torch.randn(16, 8)"));
        write(candidate(0), swish("ModelNew", "Swish.apply(x)", "1.0"));
        write(candidate(1), swish("ModelNew", "Swish.apply(x)", "0.9"));
        write(candidate(2), swish("ModelNew", "Swish.apply(x.detach())", "1.0"));
        write(candidate(3), renamed(swish("ModelNew", "torch.nn.functional.silu(x)")));
    }

    /// Returns a model of one weight, with a function whose gradient has the factor.
    static std::string swish(const std::string &name, const std::string &call,
                             const std::string &factor = "1.0")
    {
        return "import torch\nclass Swish(torch.autograd.Function):\n"
               "    @staticmethod\n    def forward(ctx, x):\n"
               "        ctx.save_for_backward(x)\n        return x * torch.sigmoid(x)\n"
               "    @staticmethod\n    def backward(ctx, gradient):\n"
               "        (x,) = ctx.saved_tensors\n        s = torch.sigmoid(x)\n"
               "        return "
            + factor + " * gradient * s * (1 + x * (1 - s))\nclass " + name
            + "(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
              "        self.weight = torch.nn.Parameter(torch.randn(8))\n"
              "    def forward(self, x):\n        return "
            + call + " * self.weight\n";
    }

    static std::string inputs(const std::string &x)
    {
        return "def get_inputs():\n    return [" + x + "]\ndef get_init_inputs():\n    return []\n";
    }

    static std::string renamed(std::string source)
    {
        for (std::size_t at = source.find("weight"); at != std::string::npos;
             at = source.find("weight", at + 5))
            source.replace(at, 6, "gains");
        return source;
    }

    static std::string candidate(int sample)
    {
        return "runs/demo/level_1_problem_1_sample_" + std::to_string(sample) + "_kernel.py";
    }

    std::string storedProtocol()
    {
        const auto reader = StoreReader::open(root() / "r.kloupe");
        EXPECT_TRUE(reader);
        const auto runs = (*reader)->runs();
        return runs && runs->size() == 1 ? runs->front().run.protocol : "none";
    }

    /// Returns how many stored evaluations have the flag.
    std::size_t flagged(const std::string &flag)
    {
        const auto found = kloupe({"query", "--store", path("r.kloupe"), "--json", "flag:" + flag});
        EXPECT_EQ(found.exitCode, 0) << found.err;
        return found.json().at("rows").size();
    }
};

TEST_F(BackwardTest, GradientsAreJudgedOnlyWithTheOption)
{
    const std::map<int, std::string> forward{{0, "correct correct"},
                                             {1, "correct correct"},
                                             {2, "correct correct"},
                                             {3, "correct correct"}};
    EXPECT_EQ(judge("kb", "runs/demo"), forward);
    EXPECT_EQ(storedProtocol(), "kernelbench-0.2, strict-1");

    const std::map<int, std::string> backward{{0, "correct correct"},
                                              {1, "wrong_value wrong_value"},
                                              {2, "wrong_structure wrong_structure"},
                                              {3, "correct correct"}};
    EXPECT_EQ(judge("kb", "runs/demo", {"--backward"}), backward);
    EXPECT_EQ(storedProtocol(), "kernelbench-0.2+backward, strict-1+backward");
}

TEST_F(BackwardTest, AMissingGradientIsNamedAndACallForwardAndBackwardIsTimed)
{
    const Json rows = rowsOf("kb", "runs/demo", {"--backward", "--max-timing-seconds", "0.2"});
    for (const Json &row : rows) {
        const int sample = row.at("sample").get<int>();
        if (sample == 2) {
            EXPECT_NE(row.at("message").get<std::string>().find("there is none of input 1"),
                      std::string::npos)
                << row;
        }
        if (sample == 0) {
            EXPECT_GT(row.at("speedup").get<double>(), 0.0) << row;
        }
    }
}

TEST_F(BackwardTest, AReferenceWithoutGradientsIsNotTheCandidatesFault)
{
    const std::string model = "import torch\nclass Model(torch.nn.Module):\n"
                              "    def forward(self, x):\n        return x.argmax(-1)\n";
    write("kb/KernelBench/level1/1_P.py", model + inputs("torch.randn(16, 8)"));
    for (const Json &row : rowsOf("kb", "runs/demo", {"--backward", "--no-timing"})) {
        EXPECT_EQ(row.at("verdict"), "reference_failed") << row;
        EXPECT_NE(row.at("message").get<std::string>().find("no gradients to judge"),
                  std::string::npos)
            << row;
    }
}

TEST_F(BackwardTest, FlagsUnjudgedGradientsWithoutTheOption)
{
    judge("kb", "runs/demo");
    EXPECT_EQ(flagged("gradients_not_judged"), 0U);
    write("kb/KernelBench/level1/1_P.py",
          swish("Model", "torch.nn.functional.silu(x)")
              + inputs("torch.randn(16, 8, requires_grad=True)"));
    judge("kb", "runs/demo");
    EXPECT_EQ(flagged("gradients_not_judged"), 4U);
    judge("kb", "runs/demo", {"--backward"});
    EXPECT_EQ(flagged("gradients_not_judged"), 0U);
}

TEST_F(BackwardTest, OtherSuitesRefuseIt)
{
    const auto run
        = kloupe({"run", "--suite", LOUPE_SOURCE_DIR "/tasks", "--candidates",
                  LOUPE_SOURCE_DIR "/tasks/demo", "--backward", "--store", path("n.kloupe")});
    EXPECT_EQ(run.exitCode, 3) << run.out;
    EXPECT_NE(run.err.find("gradients are judged for tasks of KernelBench"), std::string::npos)
        << run.err;
    EXPECT_FALSE(std::filesystem::exists(root() / "n.kloupe"));
}

} // namespace loupe
