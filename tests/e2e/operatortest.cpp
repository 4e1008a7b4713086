// SPDX-License-Identifier: Apache-2.0
//
// Tests KernelGenBench through `kloupe run`, on a small suite in its layout.
#include "tests/e2e/pythonrun.h"

namespace loupe::test {

class OperatorRun : public PythonRun
{
protected:
    void writeOperatorSuite();
};

/// Writes a checkout in KernelGenBench's layout. One operator has two tests, of which the second
/// fails even with the reference. Another has a test that never calls it, and one has no test.
void OperatorRun::writeOperatorSuite()
{
    const std::string prompts = "kgb/agent_bench/prompts/KernelGenBench/aten__";
    const std::string heading = "# Task\n\n### Interfaces to Implement\n\n";
    write(prompts + "neg.md", heading + "- `neg` (autograd: disable)\n- `neg.int` (no)\n### End\n");
    write(prompts + "cos.md", heading + "- `cos` (autograd: disable)\n### End\n");
    write(prompts + "eq.md", heading + "- `eq.Tensor` (autograd: disable)\n### End\n");
    const std::string source = "kgb/src/";
    write(source + "sandbox/__init__.py", "from .config import *\n");
    write(source + "sandbox/config.py", "DEVICE = 'cuda'\nQUICK_MODE = False\n");
    write(source + "sandbox/verifier/__init__.py",
          "raise ImportError('the suite\'s own runner')\n");
    write(source + "sandbox/verifier/test_parametrize.py",
          "labels, slots = {}, {}\n"
          "def label(name):\n"
          "    return lambda f: labels.setdefault(name, []).append((f, 'default')) or f\n"
          "def parametrize(names, values):\n"
          "    slot = {'names': [n.strip() for n in names.split(',')], 'values': values}\n"
          "    return lambda f: slots.setdefault(f.__name__, []).append(slot) or f\n"
          "def get_funcs_by_label(name):\n"
          "    return labels.get(name, [])\n"
          "def get_params(name, mark):\n"
          "    return slots.get(name, {})\n");
    write(source + "kernelgenbench/__init__.py", "class use_ops:\n    pass\n");
    write(source + "kernelgenbench/accuracy/__init__.py", "");
    write(source + "kernelgenbench/accuracy/test_ops_with_benchmark.py",
          "import torch, kernelgenbench, triton.testing\n"
          "from sandbox.config import DEVICE, QUICK_MODE\n"
          "from sandbox.verifier.test_parametrize import label, parametrize\n"
          "from pydantic import BaseModel\n"
          "import pytest\n"
          "class Result(BaseModel):\n"
          "    speedup: float\n"
          "    params: dict = None\n"
          "@label('neg')\n"
          "@parametrize('rows, columns', [(2, 3), (7, 5)] if QUICK_MODE else [(4096, 4096)])\n"
          "@parametrize('dtype', [torch.float32, torch.float64])\n"
          "def test_neg(rows, columns, dtype):\n"
          "    x = torch.randn(rows, columns, dtype=dtype, device=DEVICE)\n"
          "    expected = torch.neg(x)\n"
          "    with kernelgenbench.use_ops(None):\n"
          "        actual = torch.neg(x)\n"
          "    torch.testing.assert_close(actual, expected)\n"
          "    with kernelgenbench.use_ops(None):\n"
          "        assert triton.testing.do_bench(lambda: torch.neg(x), quantiles=[0.5, 0.2])[1]\n"
          "    result = Result(speedup=1.0)\n"
          "    assert (result.speedup, result.params) == (1.0, None)\n"
          "    with pytest.raises(ZeroDivisionError):\n"
          "        1 / 0\n"
          "    return result\n"
          "@label('neg')\n"
          "def test_broken():\n"
          "    undefined\n"
          "@label('cos')\n"
          "def test_cos():\n"
          "    with kernelgenbench.use_ops(None):\n"
          "        torch.sin(torch.zeros(3))\n");
}

TEST_F(OperatorRun, JudgesOperatorsByTheSuitesTestsAndTheirCallsStrictly)
{
    writeOperatorSuite();
    const std::string rest = "\ndef neg_int(x):\n    return -x\n";
    // Correct whenever the public seed draws the inputs, because the candidate reproduces them.
    const std::string replay = "import torch\n"
                               "def neg(x):\n"
                               "    old = torch.get_rng_state()\n"
                               "    torch.manual_seed(42)\n"
                               "    known = torch.randn(2, 3)\n"
                               "    torch.set_rng_state(old)\n"
                               "    if x.shape == (2, 3) and x.dtype == torch.float32:\n"
                               "        return known * -1\n"
                               "    return x * -1\n";
    const std::vector<std::pair<std::string, std::string>> cases{
        {"def neg(x):\n    return torch.mul(x, -1)\n" + rest, "correct correct"},
        {"def neg(x):\n    return torch.zeros_like(x)\n" + rest, "wrong_value wrong_value"},
        {"def neg(x):\n    raise ValueError('no')\n" + rest, "crashed crashed"},
        {"import os\ndef neg(x):\n    os._exit(0)\n" + rest, "exited_early exited_early"},
        {"import torch\ndef neg(x):\n    return torch.mul(x, -1)\n", "missing_symbol correct"},
        {replay + rest, "correct wrong_value"},
    };
    for (const auto &[source, expected] : cases) {
        write("s/kernels/aten__neg.py", source);
        EXPECT_EQ(judge("kgb", "s")[0], expected) << source;
    }
}

TEST_F(OperatorRun, SkipsOperatorsWithUselessTests)
{
    writeOperatorSuite();
    write("s/kernels/aten__cos.py", "def cos(x):\n    raise ValueError('no')\n");
    EXPECT_EQ(judge("kgb", "s")[0], "reference_failed reference_failed")
        << "its test never calls it";
    write("e/kernels/aten__eq.py", "def eq_Tensor(x, y):\n    raise ValueError('no')\n");
    EXPECT_EQ(judge("kgb", "e")[0], "reference_failed reference_failed") << "it has no test";
}

TEST_F(OperatorRun, TimesCallsOfAnOperatorAgainstItsReference)
{
    writeOperatorSuite();
    // Repeats its work, so that it is slower than any reference.
    write("s/kernels/aten__neg.py",
          "def neg(x):\n"
          "    for _ in range(200):\n"
          "        y = torch.mul(x, -1)\n"
          "    return y\n"
          "def neg_int(x):\n    return -x\n");
    for (const char *protocol : {"both", "suite"}) {
        const Json rows = rowsOf("kgb", "s", {"--protocol", protocol, "--max-timing-seconds", "1"});
        ASSERT_EQ(rows.size(), 1U);
        const Json &row = rows.at(0);
        EXPECT_EQ(row.at("verdict"), "correct") << row;
        ASSERT_TRUE(row.at("speedup").is_number()) << protocol << row;
        EXPECT_LT(row.at("speedup").get<double>(), 0.5) << protocol;
        EXPECT_LE(row.at("speedup_low").get<double>(), row.at("speedup").get<double>());
    }
}

TEST_F(OperatorRun, TimesOnlyComputationOfAnOperator)
{
    writeOperatorSuite();
    write("s/kernels/aten__neg.py",
          "calls, last = [0], [None]\n"
          "def neg(x):\n"
          "    calls[0] += 1\n"
          "    if calls[0] < 100 or last[0].shape != x.shape:\n"
          "        last[0] = torch.mul(x, -1)\n"
          "    return last[0]\n"
          "def neg_int(x):\n    return -x\n");
    const Json row = rowsOf("kgb", "s", {"--max-timing-seconds", "0.2"}).at(0);
    EXPECT_EQ(verdictsOf(row), "correct wrong_value") << "its last result, whatever lies there now";
    EXPECT_TRUE(row.at("speedup").is_null()) << row;
}

} // namespace loupe::test
