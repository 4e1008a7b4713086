// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layout/pretrainedmodels.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

using Names = std::vector<std::string>;

} // namespace

TEST(PretrainedModels, AreNamedByAVariableAsInKernelBenchsLevel4)
{
    EXPECT_EQ(pretrainedModels("import torch\n"
                               "from transformers import AutoModelForCausalLM, AutoConfig\n"
                               "class Model(torch.nn.Module):\n"
                               "    def __init__(self, model_name, config):\n"
                               "        super().__init__()\n"
                               "        self.model_name = model_name\n"
                               "        self.model = AutoModelForCausalLM.from_pretrained("
                               "self.model_name, config=config)\n"
                               "model_name = \"facebook/opt-1.3b\"\n"
                               "config = AutoConfig.from_pretrained(model_name)\n"),
              Names{"facebook/opt-1.3b"});
}

TEST(PretrainedModels, AreNamedByAStringAndEachOnce)
{
    EXPECT_EQ(pretrainedModels("a = M.from_pretrained('gpt2')\n"
                               "b = M.from_pretrained(\n    \"google/electra\", config=c)\n"
                               "c = C.from_pretrained('gpt2')\n"),
              (Names{"gpt2", "google/electra"}));
}

TEST(PretrainedModels, IgnorePaths)
{
    for (const char *name :
         {"../secrets", "/etc", "a/../b", "a/b/c", "a/..", "", "a b", "a--b", ".cache", "gpt2/"})
        EXPECT_TRUE(
            pretrainedModels("m = M.from_pretrained('" + std::string(name) + "')\n").empty())
            << name;
}

/// Repeats calls that would take many minutes if each read the whole source.
TEST(PretrainedModels, LongSourcesTakeLinearTime)
{
    std::string source = "name = 'gpt2'\nname = 'opt'\n";
    for (int i = 0; i < 30'000; ++i)
        source += "M.from_pretrained(name)\nM.from_pretrained('m" + std::to_string(i) + "')\n";
    const Names names = pretrainedModels(source);
    ASSERT_EQ(names.size(), 30'001U);
    EXPECT_EQ(names.front(), "gpt2") << "the first value";
}

TEST(PretrainedModels, AreUnknownWithoutAString)
{
    for (const char *source :
         {"m = M.from_pretrained(name)\n", "name = f(1)\nm = M.from_pretrained(name)\n",
          "name == 'gpt2'\nm = M.from_pretrained(name)\n",
          "long_name = 'gpt2'\nm = M.from_pretrained(name)\n",
          "name = 'gpt2\nm = M.from_pretrained(name)\n", "m = M.from_pretrained('gpt2",
          "m = M.from_pretrained(", "x = relu(y)\n"})
        EXPECT_TRUE(pretrainedModels(source).empty()) << source;
}

} // namespace loupe
