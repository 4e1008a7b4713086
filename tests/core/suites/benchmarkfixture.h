// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/suites/layout/readbenchmark.h"
#include "core/suites/submissions/submissions.h"

#include <initializer_list>
#include <string>

#include "tests/core/suites/taskfixture.h"

namespace loupe::test {

/// Writes small suites of the five Python layouts with made-up tasks.
class BenchmarkTest : public FolderTest
{
protected:
    /// Returns a KernelBench-like module that scales its input.
    static std::string moduleSource(const std::string &factor = "2")
    {
        return "import torch\nimport torch.nn as nn\n\n\nclass Model(nn.Module):\n"
               "    def forward(self, x):\n        return x * "
            + factor
            + "\n\n\ndef get_inputs():\n    return [torch.rand(4)]\n\n\ndef get_init_inputs():\n"
              "    return []\n";
    }
    static std::string separator() { return std::string(146, '#'); }
    /// Returns reference and test of one function in the format of the TritonBench family.
    static std::string separatedSource(const std::string &function)
    {
        return "import torch\n\ndef " + function + "(x):\n    return x + 1\n\n" + separator()
            + "\n\ndef test_" + function + "():\n    return {\"a\": " + function
            + "(torch.ones(2))}\n\ntest_results = test_" + function + "()\n";
    }
    static Json listEntry(const std::string &file, const std::string &description)
    {
        return {{"file", file},
                {"name", "torch.something"},
                {"description", description},
                {"difficulty", 2}};
    }

    void writeKernelBench(const std::string &folder = "kb") const
    {
        write(folder + "/pyproject.toml", "[project]\nversion = \"0.2.0.dev0\"\n");
        write(folder + "/KernelBench/level1/1_Square_matrix_multiplication_.py", moduleSource("1"));
        write(folder + "/KernelBench/level1/19_ReLU.py", moduleSource("2"));
        write(folder + "/KernelBench/level1/94_MSELoss.py", moduleSource("3"));
        write(folder + "/KernelBench/level2/1_Conv2D_ReLU_BiasAdd.py", moduleSource("4"));
        write(folder + "/KernelBench/level2/notes.py", "x = 1\n");
    }
    void writeKernelBenchX(const std::string &folder = "kbx") const
    {
        const Json list
            = {listEntry("Activation/plain.py", "Adds one to every element."),
               listEntry("Fusion/fused_plain.py", "Adds one to every element, then\nadds two.")};
        write(folder + "/data/kernelbenchx_v1.json", list.dump(2));
        write(folder + "/data/kernelbenchx/Activation/plain.py", separatedSource("plain"));
        write(folder + "/data/kernelbenchx/Fusion/fused_plain.py", separatedSource("fused_plain"));
        write(folder + "/data/kernelbenchx/Math/extra_fp16.py", separatedSource("extra_fp16"));
    }
    void writeTritonBench(const std::string &folder = "tb") const
    {
        const Json functions = {listEntry("plain.py", "Adds one to every element.")};
        write(folder + "/data/TritonBench_T_v1.jsonl", functions.dump(2));
        write(folder + "/data/TritonBench_T_v1/plain.py", separatedSource("plain"));
        Json first = {{"file", "add_code.py"},
                      {"simp_instru", "Add two vectors."},
                      {"comp_instru", "Add two vectors in blocks."},
                      {"output", "def add(): pass"},
                      {"difficulty", "3"}};
        Json second = first;
        second["file"] = "copy_code.py";
        second["simp_instru"] = "Copy a vector.";
        second["comp_instru"] = "Copy a vector in blocks.";
        write(folder + "/data/TritonBench_G_v1.json", Json{first, second}.dump(2));
        write(folder + "/data/TritonBench_G_v1/add_code.py", separatedSource("add"));
        write(folder + "/data/TritonBench_G_v1/copy_code.py", separatedSource("copy"));
    }
    void writeMultiKernelBench(const std::string &folder = "mkb") const
    {
        write(folder + "/reference/activation/relu.py", moduleSource());
        write(folder + "/reference/attention/plain_attention.py", moduleSource());
        write(folder + "/reference/activation/_helper.py", "x = 1\n");
        write(folder + "/reference/npukernelbench_level1/3_add.py", groupedSource());
        write(folder + "/reference/npukernelbench_level1/3_add.json",
              "{\"inputs\": []}\n\n{\"inputs\": [{\"name\": \"x\"}]}\n");
    }
    /// Returns a reference that reads its cases from a neighbouring file, whose name it computes.
    static std::string groupedSource()
    {
        return "import os\nimport torch\n\nclass Model(torch.nn.Module):\n    pass\n\n"
               "def get_input_groups():\n    stem = "
               "os.path.splitext(os.path.basename(__file__))[0]\n"
               "    path = os.path.join(os.path.dirname(__file__), stem + \".json\")\n    return "
               "[]\n\n"
               "def get_init_inputs():\n    return []\n";
    }
    void writeKernelGenBench(const std::string &folder = "kgb") const
    {
        const std::string prompts = folder + "/agent_bench/prompts/KernelGenBench/";
        const std::string source = folder + "/src/kernelgenbench/";
        const auto prompt = [](const std::string &interfaces) {
            return "# Task\n\n### Interfaces to Implement\n\n" + interfaces
                + "\n### Input\n- `no`\n";
        };
        write(prompts + "aten__add.md",
              prompt("- `add.Tensor` (autograd: disable)\n- `add.out` (autograd: disable)\n"));
        write(prompts + "aten___softmax.md", prompt("- `_softmax`\n"));
        write(prompts + "vllm13__rms_norm.md", prompt("- `rms_norm`\n"));
        write(prompts + "cublas__cublasSgemm_v2.md", prompt("- `cublasSgemm_v2`\n"));
        write(prompts + "ops_list.txt", "aten::add\n");
        write(source + "accuracy/test_ops_with_benchmark.py",
              "@label(f\"add\")\ndef test_add(): ...\n");
        for (const std::string op : {"vllm13/rms_norm", "cublas/cublasSgemm_v2"}) {
            write(source + "dataset/baseline/" + op + ".py", "def f():\n    pass\n");
            const std::string test
                = op.substr(0, op.find('/')) + "/test_" + op.substr(op.find('/') + 1);
            write(source + "accuracy/" + test + ".py", "def test_f(): ...\n");
        }
        write(source + "dataset/vllm_IMPL_INFO.json", R"({"rms_norm": {"callable": true}})");
    }

    Benchmark read(const std::string &folder,
                   std::optional<SuiteLayout> layout = std::nullopt) const
    {
        auto benchmark = readBenchmark(root() / folder, layout);
        EXPECT_TRUE(benchmark) << (benchmark ? "" : benchmark.error().text());
        return benchmark ? std::move(*benchmark) : Benchmark{};
    }
    std::vector<SubmissionSet> submissions(const Benchmark &benchmark,
                                           const std::string &path) const
    {
        auto sets = readSubmissions(benchmark, root() / path);
        EXPECT_TRUE(sets) << (sets ? "" : sets.error().text());
        return sets ? std::move(*sets) : std::vector<SubmissionSet>{};
    }
};

} // namespace loupe::test
