// SPDX-License-Identifier: Apache-2.0
//
// Tests tasks whose reference loads a Hugging Face model, as in KernelBench's level 4, with a model
// of 4592 weights.
#include <cstdlib>

#include <unistd.h>

#include "tests/core/base/setvariable.h"
#include "tests/e2e/pythonrun.h"

namespace loupe::test {

namespace {

const char *const languageModel
    = "import torch\n"
      "from transformers import AutoConfig, AutoModelForCausalLM\n"
      "class Model(torch.nn.Module):\n"
      "    def __init__(self, model_name, config):\n"
      "        super().__init__()\n"
      "        self.model = AutoModelForCausalLM.from_pretrained(model_name, config=config)\n"
      "    def forward(self, x):\n"
      "        return self.model(x).logits\n"
      "model_name = 'made/up'\n"
      "config = AutoConfig.from_pretrained(model_name)\n"
      "def get_inputs():\n"
      "    return [torch.randint(0, config.vocab_size, (2, 16))]\n"
      "def get_init_inputs():\n"
      "    return [model_name, config]\n";

std::string answer(const std::string &result)
{
    return "import torch\n"
           "from transformers import AutoModelForCausalLM\n"
           "class ModelNew(torch.nn.Module):\n"
           "    def __init__(self, model_name, config):\n"
           "        super().__init__()\n"
           "        self.model = AutoModelForCausalLM.from_pretrained(model_name, config=config)\n"
           "    def forward(self, x):\n"
           "        return "
        + result + "\n";
}

class PretrainedRun : public PythonRun
{
protected:
    void SetUp() override
    {
        PythonRun::SetUp();
        if (IsSkipped())
            return;
        write("kb/KernelBench/level4/1_made-up_bs2_seq16.py", languageModel);
        write("runs/demo/level_4_problem_1_sample_0_kernel.py", answer("self.model(x).logits"));
        write("runs/demo/level_4_problem_1_sample_1_kernel.py",
              answer("self.model(x).logits + 0.1"));
    }

    /// Stores the model. Returns 0, noTransformers, or another number on failure.
    int keepModel(const std::string &hub)
    {
        write(
            "keep.py",
            "import os, pathlib, sys\n"
            "try:\n"
            "    from transformers import AutoModelForCausalLM, GPT2Config\n"
            "except ModuleNotFoundError:\n"
            "    sys.exit(77)\n"
            "model = AutoModelForCausalLM.from_config(GPT2Config(n_embd=16, n_layer=1, n_head=2,\n"
            "    n_positions=16, vocab_size=64, bos_token_id=0, eos_token_id=0))\n"
            "kept = pathlib.Path(sys.argv[1]) / 'models--made--up'\n"
            "model.save_pretrained(kept / 'snapshots' / 'first')\n"
            "os.chmod(kept / 'snapshots' / 'first' / 'model.safetensors', 0o644)\n"
            "(kept / 'refs').mkdir()\n"
            "(kept / 'refs' / 'main').write_text('first')\n");
        const std::string command
            = "umask 022; '" + m_python + "' '" + path("keep.py") + "' '" + hub + "'";
        return WEXITSTATUS(std::system(command.c_str())); // NOLINT(concurrency-mt-unsafe)
    }

    static constexpr int noTransformers = 77;
};

} // namespace

TEST_F(PretrainedRun, IsJudgedWithTheInstalledModel)
{
    const SetVariable hub("HF_HUB_CACHE", path("hub"));
    const int kept = keepModel(path("hub"));
    if (kept == noTransformers)
        GTEST_SKIP() << "this Python has no transformers";
    ASSERT_EQ(kept, 0);
    auto verdicts = judge("kb", "runs/demo", {"--protocol", "strict"});
    EXPECT_EQ(verdicts[0], "correct correct");
    EXPECT_EQ(verdicts[1], "wrong_value wrong_value");

    // The suite's own rules cannot judge these, because the suite casts the token ids to floating
    // point.
    verdicts = judge("kb", "runs/demo");
    EXPECT_EQ(verdicts[0], "reference_failed correct");
    EXPECT_EQ(verdicts[1], "reference_failed wrong_value");
}

TEST_F(PretrainedRun, UnreadableModelIsReportedWithItsFix)
{
    const SetVariable hub("HF_HUB_CACHE", path("hub"));
    write("hub/models--made--up/snapshots/first/config.json", "{}");
    std::filesystem::permissions(path("hub/models--made--up/snapshots/first/config.json"),
                                 std::filesystem::perms::owner_read);
    for (const Json &row : rowsOf("kb", "runs/demo", {"--no-timing"})) {
        EXPECT_EQ(verdictsOf(row), "reference_failed reference_failed");
        const std::string message = row.at("message").get<std::string>();
        // Without root the user keeps access to the file in the sandbox and hits another fault.
        EXPECT_EQ(message.find("`chmod -R o+rX ") != std::string::npos, geteuid() == 0) << message;
    }
}

TEST_F(PretrainedRun, MissingModelIsReportedWithItsCommand)
{
    const SetVariable hub("HF_HUB_CACHE", path("hub"));
    const Json rows = rowsOf("kb", "runs/demo", {"--protocol", "strict", "--no-timing"});
    ASSERT_EQ(rows.size(), 2U);
    for (const Json &row : rows) {
        EXPECT_EQ(verdictsOf(row), "reference_failed reference_failed");
        EXPECT_NE(row.at("message").get<std::string>().find("hf download made/up"),
                  std::string::npos)
            << row.dump();
    }
}

} // namespace loupe::test
