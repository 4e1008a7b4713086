// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/submissionentry.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

BenchmarkTask taskIn(const std::string &file, const std::string &entry)
{
    BenchmarkTask task;
    task.file = file;
    task.entry = entry;
    task.task.category = "Math";
    return task;
}

/// Returns a suite with only this toggle.
Protocol suiteWith(const char *toggle, ToggleState state)
{
    Protocol suite;
    suite.toggles = {{toggle, state, {}, {}}};
    return suite;
}

Protocol wantsStem(ToggleState state = ToggleState::AsShipped)
{
    return suiteWith("entry_check_wants_stem", state);
}

} // namespace

TEST(SubmissionEntry, SuitesWithoutARuleAcceptEverything)
{
    EXPECT_FALSE(entryProblem(Protocol(), taskIn("a/add.py", "add"), ""));
    EXPECT_FALSE(entryProblem(Protocol(), taskIn("a/add.py", "add"), "this is no Python ("));
}

TEST(SubmissionEntry, ShippedRuleRequiresTheFileStem)
{
    const BenchmarkTask task = taskIn("data/add_fp16.py", "add");
    EXPECT_EQ(entryProblem(wantsStem(), task, "def add(x):\n    return x\n"),
              "the suite wants add_fp16 or kernel_function at the top level");
    for (const char *right : {"def add_fp16(x):\n    return x\n", "add_fp16 = None\n",
                              "def kernel_function(x):\n    return x\n", "kernel_function = add\n",
                              "import torch\n\n@torch.no_grad()\ndef add_fp16(x):\n    return x\n"})
        EXPECT_FALSE(entryProblem(wantsStem(), task, right)) << right;
}

TEST(SubmissionEntry, IntendedRuleRequiresTheFunction)
{
    const BenchmarkTask task = taskIn("data/add_fp16.py", "add");
    EXPECT_FALSE(entryProblem(wantsStem(ToggleState::AsIntended), task, "def add(x): return x\n"));
    EXPECT_EQ(entryProblem(wantsStem(ToggleState::AsIntended), task, "def add_fp16(x): return x\n"),
              "the suite wants add or kernel_function at the top level");
}

TEST(SubmissionEntry, OnlyTheTopLevelCounts)
{
    const BenchmarkTask task = taskIn("data/add.py", "add");
    for (const char *wrong :
         {"class A:\n    def add(self, x):\n        return x\n",
          "def outer():\n    def add(x):\n        return x\n", "# def add(x):\n",
          "\"\"\"\ndef add(x): pass\n\"\"\"\n", "def add_more(x): pass\n", "x = add\n", ""})
        EXPECT_TRUE(entryProblem(wantsStem(), task, wrong)) << wrong;
}

TEST(SubmissionEntry, SearchesEveryOverloadOfAnOperator)
{
    BenchmarkTask task = taskIn("prompts/aten__add.md", "add");
    task.task.category = "aten";
    task.facts["interfaces"] = Json::array({"add.Tensor", "add.out"});
    const Protocol suite = suiteWith("every_overload_defined", ToggleState::AsShipped);
    EXPECT_FALSE(entryProblem(suite, task, "def add_Tensor(a, b): ...\ndef add_out(a, b): ...\n"));
    EXPECT_EQ(entryProblem(suite, task, "def add_Tensor(a, b): ...\n"),
              "the suite wants def add_out( in the text");
    EXPECT_FALSE(entryProblem(suite, task, "# def add_Tensor( def add_out(")) << "text is enough";
    EXPECT_FALSE(entryProblem(suiteWith("every_overload_defined", ToggleState::AsIntended), task,
                              "def add_Tensor(a, b): ...\n"));
    task.task.category = "vllm13";
    EXPECT_FALSE(entryProblem(suite, task, "")) << "of ATen's operators alone";
}

TEST(OperatorImports, AreAddedForNamesWithoutImport)
{
    EXPECT_EQ(withOperatorImports("x = torch.ones(2)\n"), "import torch\nx = torch.ones(2)\n");
    EXPECT_EQ(withOperatorImports("@triton.jit\ndef f(): tl.load(p)\n"),
              "import triton\nimport triton.language as tl\n@triton.jit\ndef f(): tl.load(p)\n");
    const std::string whole
        = "import torch\nimport triton\nimport triton.language as tl\ntl.load\n";
    EXPECT_EQ(withOperatorImports(whole), whole);
    EXPECT_EQ(withOperatorImports("x = 1\n"), "x = 1\n");
    EXPECT_EQ(withOperatorImports(""), "");
}

} // namespace loupe
