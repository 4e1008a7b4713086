// SPDX-License-Identifier: Apache-2.0
#include "core/generation/prompts/publishedprompt.h"

#include "core/generation/prompts/pythonsource.h"
#include "core/generation/prompts/taskvalues.h"
#include "core/generation/templates/templatetext.h"

#include <string>

#include "tests/core/generation/generationfixture.h"

namespace loupe {

namespace {

/// Scripts in the format of the suites' own, with other words.
constexpr const char *multiShared = R"PY(import textwrap
template_statement="""
    You write {} kernels,
      and {} alone.
"""
template_instruction = """Optimize Model with {}!
"""
template_example_intro = """An example of {}:"""
template_new_arch_intro = """With {}:"""


def generate_template(arc_src, example_arch_src, example_new_arch_src, language):
    parts = [textwrap.dedent(template_statement.format(language, language)).strip()]
    parts.append("\n\n".join([
        "You are given this:",  # said once
        _code_block(arc_src),
    ]))
    return "\n\n".join(parts) + "\n"
)PY";

constexpr const char *multiStrategy = R"PY(from dataset import category2exampleop, dataset

class CudaSelect(Base):
    def generate(self, op) -> str:
        category = dataset[op]['category']
        a, b, c = read_relavant_files('cuda', op, category2exampleop[category])
        return generate_template(a, b, c, 'CUDA')
)PY";

constexpr const char *genBuilder = R"PY("""Builder"""

class TorchPromptBuilder(PromptBuilder):
    def build_new(self, gen_args) -> str:
        """
        A new one
        """
        if not isinstance(gen_args, TritonKernelGenerateArgs):
            raise TypeError("no")
        info: TritonKernelGenerateArgs = gen_args
        prompt = f"Write it in Triton.\n"
        prompt += """def add(A, B):
        return A
    """.strip() + "\n"
        prompt += f"```python\n{info.torch_kernel_code}\n```\n"
        if info.impl_info is not None and len(info.impl_info) > 1:
            for op in info.impl_info:
                prompt += f"  - {op}\n"
        else:
            prompt += f"Named {info.op_name.split('::')[-1]}.\n"
        if info.user_advice:
            prompt += f"{info.user_advice}\n"
        prompt += self._get_device_constraints()
        return prompt

    def build_fix(self, gen_args) -> str:
        op_name = check_result.op_name if check_result.op_name else info.op_name
        prompt = f"Fix {op_name}:\n{check_result.code}\n"
        prompt += f"It said: {check_result.traceback}\n"
        if check_result.params:
            prompt += f"{check_result.params}\n"
        prompt += f"Input Args: {info.input_args}\n"
        return prompt
)PY";

constexpr const char *genAdapter = R"PY(class TorchAdapter(FrameworkAdapter):
    def get_reference_code(self, func, op_name: str) -> str:
        kernel_name = op_name.split("::")[-1]
        torch_op_func_name = f"torch.ops.aten.{kernel_name}"
        torch_kernel_code = f"""
{kernel_name} = {torch_op_func_name}
""".strip()
        return torch_kernel_code
)PY";

class PublishedPromptTest : public test::GenerationFixture
{
protected:
    void SetUp() override
    {
        GenerationFixture::SetUp();
        write("mkb/dataset.py",
              "category2exampleop = {\n    \"matmul\": \"mm\",  # the first\n    \"loss\": "
              "\"mse\",\n}\n");
        write("mkb/prompt_generators/prompt_utils.py", multiShared);
        write("mkb/prompt_generators/cuda_selected_shot.py", multiStrategy);
        write("mkb/prompts/cuda_model_mm.py", "\nx = {'a': 1}\n");
        write("mkb/prompts/cuda_new_model_mm.py", "y = 2\n");
        write("kgb/src/generator/torch_prompt_builder.py", genBuilder);
        write("kgb/src/kernelgenbench/framework/torch_adapter.py", genAdapter);
        write("kgb/agent_bench/prompts/KernelGenBench/aten__add.md",
              "# Task\n### Function Signatures\n\n- `add.Tensor`: aten::add.Tensor(Tensor x)\n"
              "- `add`: aten::add(str m='n')\n\n### Interfaces to Implement\n\n"
              "- `add.Tensor` (autograd: disable)\n- `add` (autograd: disable)\n\n### End\n");
    }

    Result<PublishedPrompts> of(SuiteLayout layout, const std::string &folder,
                                const PublishedChoice &choice = {},
                                const std::string &platform = "triton") const
    {
        return publishedPrompts(layout, root() / folder, platform, choice);
    }
};

std::string rendered(const PromptTemplate &prompt, const TemplateValues &values)
{
    const auto text = TemplateText::parse(prompt.body, prompt.name);
    const auto out = text ? text->render(values) : Result<std::string>(text.error());
    return out ? *out : out.error().text();
}

} // namespace

// Expected texts, derived by hand from MultiKernelBench's generate_template() and KernelGenBench's
// builders.
TEST_F(PublishedPromptTest, MultiKernelBenchShowsAnExampleOfTheTasksCategory)
{
    const auto prompts
        = of(SuiteLayout::MultiKernelBench, "mkb", {{}, "selected_shot", {}}, "torch-cuda");
    ASSERT_TRUE(prompts) << prompts.error().text();
    EXPECT_EQ(prompts->start.name, "multikernelbench-cuda.start");
    EXPECT_EQ(rendered(prompts->start, {{"category", "matmul"}, {"reference_stripped", "z"}}),
              "You write CUDA kernels,\n  and CUDA alone.\n\nAn example of CUDA:\n\n```\nx = {'a': "
              "1}\n```\n\nWith CUDA:\n\n```\ny = 2\n```\n\nYou are given this:\n\n```\nz\n```\n\n"
              "Optimize Model with CUDA!\n");
    EXPECT_NE(rendered(prompts->start, {{"category", "loss"}, {"reference_stripped", "z"}})
                  .find("MultiKernelBench has no example of its category"),
              std::string::npos);
}

TEST_F(PublishedPromptTest, KernelGenBenchSendsFailuresInASeparateRequest)
{
    const auto prompts = of(SuiteLayout::KernelGenBench, "kgb");
    ASSERT_TRUE(prompts && prompts->fix) << prompts.error().text();
    EXPECT_TRUE(prompts->isAlone);
    record("aten::add", 0, "```python\ndef add_Tensor(x): return 1 # wrong\n```");
    record("aten::add", 0, "```python\ndef add_Tensor(x): return 2\n```", "fix", "stop", 1, 1);
    GenerationRequest asked = request(
        1,
        {{"strategy",
          {{"kind", "serial"}, {"rounds", 3}, {"confirm", false}, {"stop", {{"correct", true}}}}},
         {"prompt", {{"published", Json::object()}}},
         {"judge", "suite"}});
    asked.run.suite = root() / "kgb";
    asked.run.python.platform = "triton";
    const auto outcome = run(asked);
    ASSERT_TRUE(outcome) << outcome.error().text() << m_said;
    EXPECT_EQ(said("aten::add", 0, 0, 0),
              "Write it in Triton.\ndef add(A, B):\n        return A\n```python\nadd = "
              "torch.ops.aten.add\n```\n  - ('add.Tensor', <Autograd.disable: False>)\n"
              "  - ('add', <Autograd.disable: False>)\n");
    const std::string fix = said("aten::add", 0, 1, 0);
    EXPECT_EQ(fix.find("Fix aten::add:\ndef add_Tensor(x): return 1 # wrong\nIt said: wrong value"),
              0U)
        << fix;
    EXPECT_NE(fix.find("Input Args: {'Tensor': 'aten::add.Tensor(Tensor x)', '': \"aten::add(str "
                       "m='n')\"}\n"),
              std::string::npos)
        << fix;
    const Dialogue &dialogue = *m_evaluated->given.at(0).dialogues.at(0);
    EXPECT_EQ(dialogue.stopReason, "");
    ASSERT_EQ(dialogue.lineage.size(), 1U);
    EXPECT_EQ(dialogue.lineage[0].parentRound, 0);
    EXPECT_EQ(outcome->requests, 2) << "it was right";
}

TEST_F(PublishedPromptTest, AcceptsTruncatedAnswersWithoutARepeat)
{
    write("kbx/data/kernelbenchx_v1.json",
          Json{{{"file", "Math/plain.py"},
                {"description", "Adds one."},
                {"func_inputs", "plain(x) -> Tensor"}}}
              .dump());
    write("kbx/data/kernelbenchx/Math/plain.py",
          "def plain(x):\n    return x\n\n" + std::string(146, '#') + "\n\nplain(1)\n");
    record("Math/plain", 0, "```python\ndef plain(x", "start", "length");
    GenerationRequest asked = request(
        1, {{"strategy", {{"kind", "independent"}}}, {"prompt", {{"published", Json::object()}}}});
    asked.run.suite = root() / "kbx";
    asked.run.python.platform = "triton";
    const auto outcome = run(asked);
    ASSERT_TRUE(outcome) << outcome.error().text() << m_said;
    EXPECT_EQ(outcome->requests, 1);
    EXPECT_EQ(outcome->settled, 1);
    EXPECT_NE(said("Math/plain", 0, 0, 0).find("Wrapper Entry Information: plain(x) -> Tensor\n"),
              std::string::npos);
}

TEST_F(PublishedPromptTest, ReportsMissingAndUnreadablePrompts)
{
    EXPECT_EQ(of(SuiteLayout::MultiKernelBench, "mkb").error().code, Errc::NotFound);
    EXPECT_EQ(of(SuiteLayout::MultiKernelBench, "mkb", {"../cuda", "x", {}}).error().code,
              Errc::NotFound);
    EXPECT_EQ(of(SuiteLayout::KernelGenBench, "mkb").error().code, Errc::NotFound);
    EXPECT_EQ(of(SuiteLayout::KernelBenchX, "kbx", {}, "torch-cuda").error().code,
              Errc::Unsupported);
    EXPECT_EQ(of(SuiteLayout::TritonBenchT, "tb").error().code, Errc::Unsupported);
    std::string other(genBuilder);
    other.replace(other.find("if info.user_advice:"), 20, "if info.user_wishes:");
    write("kgb/src/generator/torch_prompt_builder.py", other);
    const auto unknown = of(SuiteLayout::KernelGenBench, "kgb");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, Errc::Unsupported);
    EXPECT_NE(unknown.error().where.find("torch_prompt_builder.py:21"), std::string::npos)
        << unknown.error().text();
    const auto profile = request(1, {{"prompt", {{"published", {{"who", "x"}}}, {"start", "a"}}}});
    EXPECT_FALSE(readStrategy(profile.profile));
}

TEST(PythonSource, MatchesPython)
{
    const std::string source = "a = \"x\\n\\\\n\\\"\" # '\nb = ('''one\n  two''',\n     f'{c}')\n";
    const auto literals = literalsOf(source);
    ASSERT_EQ(literals.size(), 3U);
    EXPECT_EQ(literals[0].text, "x\n\\n\"");
    EXPECT_EQ(literals[1].text, "one\n  two");
    EXPECT_TRUE(literals[2].isFormatted);
    const auto statements = statementsOf(source);
    ASSERT_EQ(statements.size(), 2U);
    EXPECT_EQ(statements[1].line, 2);
    for (const char *open : {"'''never", "\"\n\"", "f", ""})
        EXPECT_FALSE(literalAt(open, 0)) << open;
    EXPECT_EQ(dedented("\n    a\n   \n      b\n"), "\na\n\n  b\n");
}

} // namespace loupe
