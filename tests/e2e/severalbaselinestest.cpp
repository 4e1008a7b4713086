// SPDX-License-Identifier: Apache-2.0
//
// Several baselines in one run, on the CPU.
#include <filesystem>

#include "tests/e2e/pythonrun.h"

namespace loupe {

namespace {

/// Two tasks, of which the second cannot be compiled, and a correct candidate for each.
class SeveralBaselines : public test::PythonRun
{
protected:
    void SetUp() override
    {
        PythonRun::SetUp();
        const auto model = [](const std::string &name, const std::string &body) {
            return "import torch\nimport torch.nn as nn\nclass " + name
                + "(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
                  "    def forward(self, x):\n"
                + body;
        };
        const std::string inputs = "def get_inputs():\n    return [torch.randn(64, 64)]\n"
                                   "def get_init_inputs():\n    return []\n";
        const std::string plain = "        return torch.relu(x) * 2 + 1\n";
        const std::string refuses = "def refuse(*args, **kwargs):\n"
                                    "    raise RuntimeError('not compiled, please')\n"
                                    "torch.compile = refuse\n";
        // Compiling for a processor takes minutes, and what is compiled does not matter here.
        const std::string compiles = "def compiled(model, *args, **kwargs):\n"
                                     "    return model\n"
                                     "torch.compile = compiled\n";
        write("kb/KernelBench/level1/1_P.py", model("Model", plain) + compiles + inputs);
        write("kb/KernelBench/level1/2_Q.py", model("Model", plain) + refuses + inputs);
        for (const char *task : {"1", "2"}) {
            for (const char *sample : {"0", "1"})
                write("runs/demo/level_1_problem_" + std::string(task) + "_sample_" + sample
                          + "_kernel.py",
                      model("ModelNew", "        return x.clamp(min=0) * 2 + 1\n"));
        }
    }

    test::KloupeResult run(const std::vector<std::string> &more)
    {
        std::vector<std::string> arguments{
            "run",    "--suite",  path("kb"), "--submissions", path("runs/demo"), "--python",
            m_python, "--device", "cpu",      "--store",       path("r.kloupe")};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return kloupe(arguments);
    }
    /// Returns the sentence of a refusal. Nothing may be stored.
    std::string refusal(const std::vector<std::string> &more, int exitCode)
    {
        const auto refused = run(more);
        EXPECT_EQ(refused.exitCode, exitCode) << refused.err;
        EXPECT_FALSE(std::filesystem::exists(root() / "r.kloupe"));
        return refused.err;
    }
};

} // namespace

TEST_F(SeveralBaselines, TimesAndStoresEachOnce)
{
    const auto first = run({"--baseline", "eager,compile", "--json"});
    ASSERT_EQ(first.exitCode, 0) << first.err;
    const Json further = first.json().at("further_baselines");
    ASSERT_EQ(further.size(), 1U) << further;
    EXPECT_EQ(further[0]["baseline"], "compile reference (cpu)");
    const std::string missing = further[0]["missing"].dump();
    EXPECT_EQ(further[0]["timed"], 1);
    ASSERT_EQ(further[0]["missing"].size(), 1U) << "once for the task, not for each candidate";
    EXPECT_NE(missing.find("level1/2_Q: "), std::string::npos);
    EXPECT_NE(missing.find("not compiled, please"), std::string::npos) << missing;

    const Json all = kloupe({"query", "--store", path("r.kloupe"), "--json"}).json().at("rows");
    ASSERT_EQ(all.size(), 4U);
    for (const Json &row : all) {
        EXPECT_EQ(row["verdict"], "correct") << row;
        EXPECT_EQ(row["baseline"], "eager reference (cpu)");
    }
    const Json overview = kloupe({"overview", "--store", path("r.kloupe"), "--json"}).json();
    const Json &baselines = overview.at("baselines");
    ASSERT_EQ(baselines["baselines"].size(), 2U) << baselines;
    EXPECT_EQ(baselines["correct"], 2);
    EXPECT_EQ(baselines["with_all"], 1);
    const Json compiled
        = kloupe({"overview", "--store", path("r.kloupe"), "--baseline", "compile", "--json"})
              .json();
    EXPECT_EQ(compiled["population"]["conditions"]["baseline"]["value"], "compile reference (cpu)");

    const auto again = run({"--baseline", "eager,compile"});
    ASSERT_EQ(again.exitCode, 0) << again.err;
    EXPECT_NE((again.out + again.err).find("compile: 1 of 2 tasks timed before, kept"),
              std::string::npos)
        << again.out << again.err;
}

TEST_F(SeveralBaselines, RefusesInvalidBaselinesBeforeTheRun)
{
    EXPECT_NE(refusal({"--baseline", "eager,guess"}, 2).find("no baseline is named \"guess\""),
              std::string::npos);
    EXPECT_NE(refusal({"--baseline", "eager", "--baseline", "eager"}, 2).find("comes twice"),
              std::string::npos);
    EXPECT_NE(refusal({"--baseline", "method:demo"}, 2)
                  .find("kloupe overview STORE --baseline method:demo"),
              std::string::npos);
    EXPECT_NE(refusal({"--baseline", "eager,cuda-graph"}, 3).find("needs a CUDA device"),
              std::string::npos);
}

} // namespace loupe
