// SPDX-License-Identifier: Apache-2.0
//
// Tests toggles of the suites' protocols that change a candidate's inputs. Each submission is
// judged as shipped and as intended.
#include "tests/e2e/pythonrun.h"

namespace loupe {

namespace {

const char *const head = "import torch\nimport torch.nn as nn\n";

std::string model(const char *name, const std::string &body)
{
    return std::string(head) + "class " + name + "(nn.Module):\n" + body;
}

const char *const rest = "def get_init_inputs():\n    return []\n";

} // namespace

class ProtocolTogglesTest : public test::PythonRun
{
protected:
    /// Returns the suite's verdict on one submission in that mode.
    std::string verdict(const std::string &suite, const std::string &submissions,
                        const std::string &mode)
    {
        std::error_code ignored;
        std::filesystem::remove(root() / "r.kloupe", ignored);
        const auto all = judge(suite, submissions, {"--suite-rules", mode, "--protocol", "suite"});
        const std::string both = all.empty() ? "" : all.begin()->second;
        return both.substr(0, both.find(' '));
    }
};

TEST_F(ProtocolTogglesTest, InputsFollowTheCandidatesConstructor)
{
    // Correct only for inputs with a positive mean. The constructor advances the generator until
    // the next inputs have one, and so chooses its inputs.
    write("mkb/dataset.py", "dataset = {'scaled': {'category': 'activation'}}\n");
    write("mkb/reference/activation/scaled.py",
          model("Model", "    def forward(self, x):\n        return x * 2\n")
              + "def get_inputs():\n    return [torch.randn(1)]\n" + rest);
    const std::string lucky = "    def __init__(self):\n"
                              "        super().__init__()\n"
                              "        state = torch.get_rng_state()\n"
                              "        while True:\n"
                              "            torch.set_rng_state(state)\n"
                              "            if all(float(torch.randn(1)) > 0 for _ in range(5)):\n"
                              "                break\n"
                              "            torch.set_rng_state(state)\n"
                              "            torch.rand(1)\n"
                              "            state = torch.get_rng_state()\n"
                              "        torch.set_rng_state(state)\n"
                              "    def forward(self, x):\n        return x.abs() * 2\n";
    write("out/cuda/add_shot/0.0-1.0/m/run0/scaled.txt",
          "```python\n" + model("ModelNew", lucky) + "```\n");
    EXPECT_EQ(verdict("mkb", "out/cuda/add_shot/0.0-1.0/m", "as_shipped"), "correct");
    EXPECT_EQ(verdict("mkb", "out/cuda/add_shot/0.0-1.0/m", "as_intended"), "wrong_value");
}

TEST_F(ProtocolTogglesTest, SharedInputsKeepChangesByTheReference)
{
    // The reference adds 1 to its input in place and returns twice that. The candidate then gets
    // the same tensor, as in the suite, and only doubles it.
    write("mkb/dataset.py", "dataset = {'written': {'category': 'activation'}}\n");
    write("mkb/reference/activation/written.py",
          model("Model", "    def forward(self, x):\n        return x.add_(1) * 2\n")
              + "def get_inputs():\n    return [torch.randn(8)]\n" + rest);
    write("out/cuda/add_shot/0.0-1.0/m/run0/written.txt",
          "```python\n" + model("ModelNew", "    def forward(self, x):\n        return x * 2\n")
              + "```\n");
    EXPECT_EQ(verdict("mkb", "out/cuda/add_shot/0.0-1.0/m", "as_shipped"), "correct");
    EXPECT_EQ(verdict("mkb", "out/cuda/add_shot/0.0-1.0/m", "as_intended"), "wrong_value");
}

TEST_F(ProtocolTogglesTest, ReferencesComputeInFloat32IfIntended)
{
    // The reference returns one of torch's own flags. The candidate returns that it is off.
    write("kb/KernelBench/level1/1_Flag.py",
          model("Model",
                "    def forward(self, x):\n"
                "        return x * 0 + float(torch.backends.cudnn.allow_tf32)\n")
              + "def get_inputs():\n    return [torch.randn(4)]\n" + rest);
    write("runs/demo/level_1_problem_1_sample_0_kernel.py",
          model("ModelNew", "    def forward(self, x):\n        return x * 0\n"));
    EXPECT_EQ(verdict("kb", "runs/demo", "as_shipped"), "wrong_value");
    EXPECT_EQ(verdict("kb", "runs/demo", "as_intended"), "correct");
}

TEST_F(ProtocolTogglesTest, TritonBenchGLosesConstantsOfTheModule)
{
    const std::string separator(146, '#');
    write("tb/data/TritonBench_G_v1.json", R"([{"file": "twice.py", "difficulty": 1}])");
    write("tb/data/TritonBench_G_v1/twice.py",
          "import torch\n\ndef twice(x):\n    return 2 * x\n\n" + separator
              + "\nimport torch\ndef test_twice():\n    return {'a': twice(torch.ones(4))}\n"
                "result_gold = test_twice()\nprint(result_gold)\n");
    write("s/twice.py", "import torch\nFACTOR = 2\ndef twice(x):\n    return FACTOR * x\n");
    EXPECT_EQ(verdict("tb", "s", "as_shipped"), "crashed");
    EXPECT_EQ(verdict("tb", "s", "as_intended"), "correct");
}

} // namespace loupe
