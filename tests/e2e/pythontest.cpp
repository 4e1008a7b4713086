// SPDX-License-Identifier: Apache-2.0
//
// Tests Python benchmarks through `kloupe run`, on small suites of the two styles.
#include "core/base/files.h"
#include "core/store/read/storereader.h"

#include <algorithm>
#include <cstdlib>

#include "tests/e2e/pythonrun.h"

namespace loupe::test {

namespace {

const char *const torchImports = "import torch\nimport torch.nn as nn\n";

const std::string twice = std::string(torchImports) // NOLINT(cert-err58-cpp)
    + "class Model(nn.Module):\n"
      "    def forward(self, x):\n"
      "        return x + x\n"
      "def get_inputs():\n"
      "    return [torch.randn(8, 8)]\n"
      "def get_init_inputs():\n"
      "    return []\n";

/// Start of a candidate that counts its calls.
const std::string counted = "    def __init__(self):\n" // NOLINT(cert-err58-cpp)
                            "        super().__init__()\n"
                            "        self.calls = 0\n"
                            "    def forward(self, x):\n"
                            "        self.calls += 1\n";

std::string modelSource(const std::string &body)
{
    return std::string(torchImports) + "class ModelNew(nn.Module):\n" + body;
}

} // namespace

TEST_F(PythonRun, JudgesModelsByTheSuiteAndStrictly)
{
    write("kb/KernelBench/level1/1_Scaled.py",
          std::string(torchImports)
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
        modelSource(make + call + "        return (x * self.scale).clamp(min=0)\n"),
        modelSource(make + call + "        return (x * self.scale).clamp(min=0) + 0.01\n"),
        modelSource(make + call + "        return x.mul_(self.scale).relu_()\n"),
        "raise ValueError('no')\n",
        modelSource(make + call + "        import os\n        os._exit(0)\n"),
        modelSource(make + call + "        return (x * self.scale).clamp(min=0)[:, 1:]\n"),
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

TEST_F(PythonRun, JudgesTestScriptsByTheSuiteAndTheirCallsStrictly)
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
    // A submission that reproduces the test's first input from the public seed.
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

TEST_F(PythonRun, DetectsDegradingCandidates)
{
    write("kb/KernelBench/level1/1_Twice.py", twice);
    write("runs/demo/level_1_problem_1_sample_0_kernel.py",
          modelSource(counted + "        return 2 * x\n"));
    write("runs/demo/level_1_problem_1_sample_1_kernel.py",
          modelSource(counted + "        return 2 * x if self.calls <= 5 else 3 * x\n"));
    auto verdicts = judge("kb", "runs/demo");
    EXPECT_EQ(verdicts[0], "correct correct");
    EXPECT_EQ(verdicts[1], "correct wrong_value") << "as often right as the suite looks";
}

TEST_F(PythonRun, WithholdingATimedResultBreaksTheProtocol)
{
    write("kb/KernelBench/level1/1_Twice.py", twice);
    const std::string wearsOut = counted + "        return 2 * x if self.calls <= 100 else x\n";
    const std::string answers = "import sys\n"
                                "sys.modules['loupe_worker.operations'].Operations._do_last_result "
                                "= lambda self, request: ({}, None, False)\n";
    write("runs/demo/level_1_problem_1_sample_0_kernel.py", modelSource(wearsOut));
    write("runs/demo/level_1_problem_1_sample_1_kernel.py", answers + modelSource(wearsOut));
    const Json rows = rowsOf("kb", "runs/demo", {"--max-timing-seconds", "0.2"});
    ASSERT_EQ(rows.size(), 2U);
    for (const Json &row : rows) {
        EXPECT_TRUE(row.at("speedup").is_null()) << row;
        const bool hides = row.at("sample") == 1;
        EXPECT_EQ(row.at("strict_verdict"), hides ? "broke_protocol" : "wrong_value") << row;
    }
}

TEST_F(PythonRun, ASlowCandidateIsCalledThreeTimesForItsTiming)
{
    write("kb/KernelBench/level1/1_Twice.py", twice);
    constexpr int trials = 6; // five, and the first inputs again
    // Half a second by its own clock, so that it takes as long on any machine. Timing needs three
    // more calls: one before it, and two in alternation with the reference. The first candidate
    // fails at the third. The second allows exactly three.
    for (const int sample : {0, 1})
        write("runs/demo/level_1_problem_1_sample_" + std::to_string(sample) + "_kernel.py",
              "import time\n"
                  + modelSource(counted + "        assert self.calls <= "
                                + std::to_string(trials + 2 + sample)
                                + "\n"
                                  "        began = time.monotonic()\n"
                                  "        while time.monotonic() - began < 0.55:\n"
                                  "            pass\n"
                                  "        return 2 * x\n"));
    const Json rows = rowsOf("kb", "runs/demo",
                             {"--protocol", "strict", "--toggle", "randomised_weights=off",
                              "--toggle", "several_distributions=off", "--toggle",
                              "changed_elements=off", "--toggle", "other_weights=off"});
    ASSERT_EQ(rows.size(), 2U);
    for (const Json &row : rows) {
        const bool lives = row.at("sample") == 1;
        EXPECT_EQ(row.at("strict_verdict"), lives ? "correct" : "crashed") << row;
        EXPECT_EQ(row.at("speedup").is_null(), !lives) << row;
    }
}

TEST_F(PythonRun, GivesJaxArraysToCandidatesOfPallas)
{
    write("kb/KernelBench/level1/1_Sum.py",
          std::string(torchImports)
              + "class Model(nn.Module):\n"
                "    def forward(self, x, y):\n"
                "        return x + y\n"
                "def get_inputs():\n"
                "    return [torch.randn(8, 128), torch.randn(8, 128)]\n"
                "def get_init_inputs():\n"
                "    return []\n");
    const std::string kernel = "import jax\n"
                               "from jax.experimental import pallas as pl\n"
                               "def add(x, y, out):\n"
                               "    out[...] = x[...] + y[...]\n"
                               "class ModelNew:\n"
                               "    def __call__(self, x, y):\n"
                               "        assert isinstance(x, jax.Array), type(x)\n"
                               "        return pl.pallas_call(add, out_shape=jax.ShapeDtypeStruct("
                               "x.shape, x.dtype))(x, y)";
    write("runs/demo/level_1_problem_1_sample_0_kernel.py", kernel + "\n");
    write("runs/demo/level_1_problem_1_sample_1_kernel.py", kernel + " * 2\n");
    write("runs/demo/level_1_problem_1_sample_2_kernel.py",
          modelSource("    def forward(self, x, y):\n"
                      "        assert isinstance(x, torch.Tensor)\n"
                      "        return torch.add(x, y)\n"));
    const auto probe = kloupe({"run", "--suite", path("kb"), "--submissions", path("runs/demo"),
                               "--python", m_python, "--platform", "pallas", "--device", "cpu",
                               "--store", path("probe.kloupe"), "--no-timing", "--samples", "1"});
    if (probe.err.find("has no jax") != std::string::npos)
        GTEST_SKIP() << "this Python has no jax";
    auto verdicts = judge("kb", "runs/demo", {"--platform", "pallas"});
    EXPECT_EQ(verdicts[0], "correct correct");
    EXPECT_EQ(verdicts[1], "wrong_value wrong_value");
    EXPECT_EQ(verdicts[2], "correct correct") << "a torch module takes tensors";
}

TEST_F(PythonRun, ACandidateOfJaxIsTimedOnFreshInputs)
{
    if (std::system(("'" + m_python + "' -c 'import jax' 2>/dev/null").c_str()) != 0)
        GTEST_SKIP() << "this Python has no jax";
    write("kb/KernelBench/level1/1_Attenuated_Softmax.py",
          readFile(LOUPE_SOURCE_DIR "/tests/adversarial/timed/fixtures/KernelBench/level1/"
                                    "1_Attenuated_Softmax.py")
              .value());
    // The work lasts a tenth of a second by the candidate's own clock, so that it takes as long on
    // any machine, and what a busy machine adds to a call is small beside it.
    const std::string head = "import time\n"
                             "import jax\n"
                             "import jax.numpy as jnp\n"
                             "import numpy\n"
                             "@jax.jit\n"
                             "def calculate(x):\n"
                             "    y = jnp.tanh(jax.scipy.special.erf(jnp.sin(x)))\n"
                             "    return jax.nn.softmax(y, axis=1)\n"
                             "def work(x):\n"
                             "    began = time.monotonic()\n"
                             "    y = calculate(x).block_until_ready()\n"
                             "    while time.monotonic() - began < 0.1:\n"
                             "        pass\n"
                             "    return y\n"
                             "kept = {}\n"
                             "class ModelNew:\n"
                             "    def __call__(self, x):\n";
    write("runs/demo/level_1_problem_1_sample_0_kernel.py", head + "        return work(x)\n");
    write("runs/demo/level_1_problem_1_sample_1_kernel.py",
          head
              + "        key = numpy.asarray(x)[::256, ::128].tobytes()\n"
                "        if key not in kept:\n"
                "            kept[key] = work(x)\n"
                "        return kept[key]\n");
    const Json rows = rowsOf("kb", "runs/demo",
                             {"--platform", "pallas", "--protocol", "strict", "--library", "any",
                              "--max-timing-seconds", "0.3", "--toggle", "float64_oracle=off"});
    ASSERT_EQ(rows.size(), 2U);
    for (const Json &row : rows)
        EXPECT_EQ(row.at("strict_verdict"), "correct") << row;
    const auto reader = StoreReader::open(root() / "r.kloupe");
    ASSERT_TRUE(reader) << reader.error().text();
    for (const Json &row : rows) {
        const auto stored = (*reader)->detail(RowId{row.at("id").get<std::int64_t>()});
        ASSERT_TRUE(stored) << stored.error().text();
        const Evaluation &one = stored->evaluation;
        ASSERT_EQ(one.timings.size(), 2U) << row << one.runLog;
        // No call finds its result in the cache.
        for (const double sample : one.timings[1].samplesMs)
            EXPECT_GE(sample, 99) << row << one.runLog;
    }
}

TEST_F(PythonRun, ReportsProblemsOfTheInterpreter)
{
    write("kb/KernelBench/level1/1_A.py",
          std::string(torchImports)
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

} // namespace loupe::test
