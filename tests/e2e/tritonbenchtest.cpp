// SPDX-License-Identifier: Apache-2.0
//
// Tests TritonBench through `kloupe run`, with both channels of a small checkout in its layout.
#include "tests/e2e/pythonrun.h"

namespace loupe::test {

namespace {

const std::string prompt = "You are an expert.\nFunctional Description: Doubles every element.\n"
                           "Wrapper Entry Information: double(x)";

/// Returns a line of a submission file that answers a prompt.
std::string answer(const std::string &source)
{
    return Json{{"instruction", prompt}, {"predict", source}}.dump() + "\n";
}

const std::string kernel = "import torch, triton\n"
                           "import triton.language as tl\n"
                           "@triton.jit\n"
                           "def add_kernel(x, y, n, BLOCK: tl.constexpr):\n"
                           "    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)\n"
                           "    value = tl.load(x + at, mask=at < n)\n"
                           "    tl.store(y + at, value + value, mask=at < n)\n"
                           "def double(x):\n"
                           "    y = torch.empty_like(x)\n"
                           "    n = x.numel()\n"
                           "    add_kernel[(triton.cdiv(n, 64),)](x, y, n, BLOCK=64)\n"
                           "    return y\n";

const std::string wrong = "import torch\ndef double(x):\n    return x * 2.5\n";
const std::string raises = "import torch\ndef double(x):\n    raise ValueError('no')\n";
const std::string unnamed = "import torch\ndef twice(x):\n    return x + x\n";

} // namespace

class TritonBenchRun : public PythonRun
{
protected:
    /// Writes one task. `printing`: its test prints its results, which is rare in T.
    void writeChannelT(bool printing)
    {
        write("tb/data/TritonBench_T_v1.jsonl",
              Json::array({{{"name", "double"},
                            {"func_inputs", "def double(x)"},
                            {"description",
                             "Functional Description: Doubles every element.\n"
                             "Wrapper Entry Information: double(x)"},
                            {"file", "double.py"},
                            {"difficulty", 1},
                            {"torch_cnt", 1},
                            {"params_cnt", 1}}})
                  .dump());
        write("tb/data/TritonBench_T_v1/double.py",
              "import torch\n\ndef double(x):\n    return 2 * x\n" + separator
                  + "import torch\n"
                    "def test_double():\n"
                    "    results = {}\n"
                    "    for i in range(3):\n"
                    "        results[f'case_{i}'] = double(torch.full((4, 33 + i), 1.5))\n"
                    "    return results\n"
                    "test_results = test_double()\n"
                  + (printing ? "print(test_results)\n" : ""));
    }

    /// Writes the other list of the same checkout, and a correct and a wrong answer for its one
    /// task.
    void writeChannelG(const std::string &reference
                       = "import torch\n\ndef double(x):\n    return 2 * x\n")
    {
        write("tb/data/TritonBench_G_v1.json",
              Json::array({{{"file", "double.py"},
                            {"simp_instru", "Double it."},
                            {"comp_instru", "Write a kernel that doubles every element."},
                            {"output", reference},
                            {"repo", "demo"},
                            {"difficulty", "1"}}})
                  .dump());
        write("tb/data/TritonBench_G_v1/double.py",
              reference + separator
                  + "def test_double():\n"
                    "    return {'case': double(torch.full((3, 5), 1.5))}\n"
                    "result_gold = test_double()\n");
        const auto line = [](const std::string &source) {
            return Json{{"file", "double.py"}, {"predict", source}}.dump() + "\n";
        };
        write("s/model.jsonl", line(kernel) + line(wrong));
    }
};

TEST_F(TritonBenchRun, AcceptsAnyOutputIfTheTestPrintsNothing)
{
    writeChannelT(false);
    write("s/model.jsonl", answer(kernel) + answer(wrong) + answer(raises) + answer(unnamed));
    auto shipped = judge("tb", "s", {"--suite-rules", "as_shipped"});
    EXPECT_EQ(shipped[0], "correct correct");
    EXPECT_EQ(shipped[1], "correct wrong_value") << "as it is published";
    EXPECT_EQ(shipped[2], "crashed crashed");
    EXPECT_EQ(shipped[3], "crashed missing_symbol");
    auto intended = judge("tb", "s", {"--suite-rules", "as_intended"});
    EXPECT_EQ(intended[0], "correct correct");
    EXPECT_EQ(intended[1], "wrong_value wrong_value");
}

TEST_F(TritonBenchRun, KeepsAPublishedClosingFence)
{
    writeChannelT(false);
    write("s/model.jsonl", answer("```python\n" + kernel + "```"));
    EXPECT_EQ(judge("tb", "s", {"--suite-rules", "as_shipped"})[0], "compile_error correct");
    EXPECT_EQ(judge("tb", "s", {"--suite-rules", "as_intended"})[0], "correct correct");
}

TEST_F(TritonBenchRun, ComparesPrintedOutput)
{
    writeChannelT(true);
    write("s/model.jsonl", answer(kernel) + answer(wrong));
    auto shipped = judge("tb", "s", {"--suite-rules", "as_shipped"});
    EXPECT_EQ(shipped[0], "correct correct");
    EXPECT_EQ(shipped[1], "wrong_value wrong_value");
}

TEST_F(TritonBenchRun, AnElementOfACallOnTheOtherSideOfABorderIsRight)
{
    // Halves of the quantiser's step, which x / s and x * (1 / s) round to either side.
    const std::string given
        = "torch.cat([(torch.arange(64.0) + 0.5) * 0.0371, torch.randn(65536) * 3])";
    const auto quantising = [](const std::string &quotient, const std::string &state = "") {
        return "import torch\ncalls = []\ndef double(x):\n    calls.append(1)\n"
               "    codes = torch.round("
            + quotient + ").clamp(-128, 127)\n" + state + "    return codes.to(torch.int8)\n";
    };
    const std::string honest = quantising("x * (1 / 0.0371)");
    const auto verdicts = [&](const std::string &reference, const std::string &other) {
        writeChannelT(true);
        write("tb/data/TritonBench_T_v1/double.py",
              reference + separator + "torch.manual_seed(1)\ntest_results = [double(" + given
                  + ") for _ in range(2)]\nprint(len(test_results))\n");
        write("s/model.jsonl", answer(honest) + answer(other));
        std::map<int, Json> out;
        for (const Json &row : rowsOf("tb", "s", {"--max-timing-seconds", "0.2"}))
            out[row.at("sample").get<int>()] = row;
        return out;
    };
    auto found = verdicts(quantising("x / 0.0371"), quantising("x / 0.0375"));
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(verdictsOf(found[0]), "correct correct") << found[0];
    EXPECT_TRUE(found[0].at("speedup").is_number()) << found[0];
    EXPECT_EQ(found[1].at("strict_verdict"), "wrong_value") << found[1];
    const auto marked
        = kloupe({"sql", path("r.kloupe"),
                  "SELECT evaluation_id FROM v_flag WHERE flag = 'undecided_elements'", "--json"});
    EXPECT_EQ(marked.json().at("rows"), Json::array({Json::array({found[0].at("id")})}));
    // A state is no rounding: an element that each call changes is judged by the recorded value.
    found = verdicts(quantising("x / 0.0371", "    codes[70] = 10.0 * len(calls)\n"),
                     quantising("x / 0.0371", "    codes[70] = 15.0\n"));
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].at("strict_verdict"), "wrong_value") << "none of its elements is open";
    EXPECT_EQ(found[1].at("strict_verdict"), "wrong_value") << found[1];
}

TEST_F(TritonBenchRun, TimesACallOfTheTest)
{
    writeChannelT(false);
    write("s/model.jsonl", answer(kernel));
    const Json rows = rowsOf("tb", "s", {"--max-timing-seconds", "1"});
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_TRUE(rows.at(0).at("speedup").is_number()) << rows;
}

TEST_F(TritonBenchRun, JudgesTheOtherChannel)
{
    writeChannelG();
    auto intended = judge("tb", "s", {"--suite-rules", "as_intended"});
    EXPECT_EQ(intended[0], "correct correct");
    EXPECT_EQ(intended[1], "wrong_value wrong_value");
}

TEST_F(TritonBenchRun, AReferenceGetsNoMoreTimeForTheTestThanACandidate)
{
    writeChannelG("import time, torch\n\ndef double(x):\n    time.sleep(3600)\n");
    const auto run = kloupe({"run", path("r.kloupe"), "--suite", path("tb"), "--submissions",
                             path("s"), "--python", m_python, "--device", "cpu", "--build-seconds",
                             "2", "--call-seconds", "1"});
    EXPECT_EQ(run.exitCode, 0) << run.err;
    const Json rows = kloupe({"query", path("r.kloupe"), "--json"}).json().at("rows");
    ASSERT_EQ(rows.size(), 2U);
    for (const Json &row : rows) {
        EXPECT_EQ(row.at("verdict"), "reference_failed");
        EXPECT_NE(row.at("message").get<std::string>().find("did not return within 3 s"),
                  std::string::npos)
            << row;
    }
}

TEST_F(TritonBenchRun, RunsTheSelectedSuiteOfACheckout)
{
    writeChannelT(false);
    writeChannelG();
    EXPECT_EQ(judge("tb", "s", {"--layout", "tritonbench-g"})[0], "correct correct");
    const auto added
        = kloupe({"suites", "add", path("tb"), "--layout", "tritonbench-g", "--name", "g"});
    EXPECT_EQ(added.exitCode, 0) << added.err;
    const auto named
        = kloupe({"run", "--suite", "g", "--submissions", path("s"), "--python", m_python,
                  "--device", "cpu", "--store", path("g.kloupe"), "--dry-run"});
    EXPECT_EQ(named.exitCode, 0) << named.err;
    EXPECT_NE(named.out.find("suite tritonbench-g"), std::string::npos) << named.out;
}

} // namespace loupe::test
