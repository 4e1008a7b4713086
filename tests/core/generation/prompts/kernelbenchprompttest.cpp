// SPDX-License-Identifier: Apache-2.0
#include "core/generation/prompts/kernelbenchprompt.h"

#include "core/base/files.h"
#include "core/generation/prompts/pythonformat.h"
#include "core/generation/templates/templatetext.h"

#include <filesystem>
#include <fstream>
#include <memory>

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Texts in the format of KernelBench's, with other words.
constexpr const char *texts = R"([meta]
version = "1.0"

[shared]
problem_statement = """
Write {backend_display}.
"""
instruction = """
Name it ModelNew.
"""
few_shot_example_arch = "examples/plain.py"

[backends.cuda]
backend_display = "CUDA operators"
one_shot_new_arch = "examples/fast.py"
few_shot_examples = [
    ["examples/plain.py", "examples/fast.py"],
    ["examples/plain2.py", "examples/fast2.py"],
]

[backends.triton]
backend_display = "Triton kernels"
one_shot_new_arch = "examples/fast2.py"

[precision.fp32]
precision_display = "FP32"

[templates.common]
arch_block = """
Given:

{ref_arch_src}

"""
examples_block = """
{examples_intro}

{examples_entries}
"""
example_intro_one_shot = """
An example of {backend_display}:
"""
example_intro_few_shot = """
Examples of {backend_display}:
"""
example_entry_template = """
{example_label}

{input_code}

With {backend_display}:

{output_code}
"""
precision_note = """
For {precision_display}, with {{braces}}.
"""

[options.zero_shot]
components = ["problem_statement", "arch_block", "precision_note", "instruction"]

[options.one_shot]
components = ["problem_statement", "examples_block", "arch_block", "instruction"]
requires_example = "one_shot"

[options.few_shot]
components = ["examples_block", "arch_block"]
requires_example = "few_shot"

[options.on_hardware]
components = ["hardware_header", "arch_block"]
)";

class KernelBenchPromptTest : public testing::Test
{
protected:
    void SetUp() override
    {
        auto folder = TemporaryFolder::create("loupe-prompts");
        ASSERT_TRUE(folder) << folder.error().text();
        m_folder = std::make_unique<TemporaryFolder>(std::move(*folder));
        write("src/kernelbench/prompts/prompts.toml", texts);
        write("examples/plain.py", "x = {'a': 1}\n");
        write("examples/fast.py", "y = f\"{x}\"\n");
        write("examples/plain2.py", "x2\n");
        write("examples/fast2.py", "y2\n");
    }

    void write(const std::string &name, const std::string &content)
    {
        const auto file = m_folder->path() / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << content;
    }

    Result<std::string> prompt(const std::string &backend, const std::string &option) const
    {
        return kernelBenchTemplate(m_folder->path(), {backend, option, "fp32"});
    }

    std::unique_ptr<TemporaryFolder> m_folder;
};

} // namespace

TEST(PythonFormat, FillsNamesAndKeepsValuesVerbatim)
{
    const std::map<std::string, std::string> values{{"a", "{b}"}, {"b", "x"}};
    EXPECT_EQ(pythonFormat("{a} {b} {{c}}", values, "t").value(), "{b} x {c}");
    for (const char *wrong : {"{c}", "{", "}", "{a", "{a!r}", "{}"})
        EXPECT_EQ(pythonFormat(wrong, values, "t").error().code, Errc::InvalidInput) << wrong;
}

// KernelBench's own render_prompt_by_option() (commit d3ecfe7) made the expected texts from these
// files, with {{reference}} for the source.
TEST_F(KernelBenchPromptTest, MatchesKernelBench)
{
    EXPECT_EQ(prompt("cuda", "zero_shot").value(),
              "Write CUDA operators.\n\nGiven:\n\n{{reference}}\n\nFor FP32, with {braces}.\n\n"
              "Name it ModelNew.\n");
    EXPECT_EQ(prompt("cuda", "one_shot").value(),
              "Write CUDA operators.\n\nAn example of CUDA operators:\n\nExample:\n\n"
              "x = {'a': 1}\n\n\nWith CUDA operators:\n\ny = f\"{x}\"\n\n"
              "Given:\n\n{{reference}}\n\nName it ModelNew.\n");
    EXPECT_EQ(prompt("cuda", "few_shot").value(),
              "Examples of CUDA operators:\n\nExample 1:\n\nx = {'a': 1}\n\n\n"
              "With CUDA operators:\n\ny = f\"{x}\"\n\n\n"
              "Example 2:\n\nx2\n\n\nWith CUDA operators:\n\ny2\n\nGiven:\n\n{{reference}}\n");
    EXPECT_EQ(prompt("triton", "few_shot").value(),
              "An example of Triton kernels:\n\nExample:\n\nx = {'a': 1}\n\n\n"
              "With Triton kernels:\n\ny2\n\nGiven:\n\n{{reference}}\n");
    const auto parsed = TemplateText::parse(*prompt("cuda", "one_shot"), "t");
    ASSERT_TRUE(parsed) << parsed.error().text();
    EXPECT_EQ(parsed->variables(), std::vector<std::string>{"reference"});
}

TEST_F(KernelBenchPromptTest, ListsAvailablePrompts)
{
    const auto backend = prompt("cute", "one_shot");
    ASSERT_FALSE(backend);
    EXPECT_EQ(backend.error().code, Errc::InvalidInput);
    EXPECT_EQ(backend.error().hint, "it has: cuda, triton");
    EXPECT_FALSE(prompt("cuda", "five_shot"));
    EXPECT_FALSE(kernelBenchTemplate(m_folder->path(), {"cuda", "one_shot", "int8"}));
    EXPECT_EQ(prompt("cuda", "on_hardware").error().code, Errc::InvalidInput);
    EXPECT_EQ(kernelBenchTemplate(m_folder->path() / "examples", {}).error().code, Errc::NotFound);
}

TEST_F(KernelBenchPromptTest, RefusesOtherTexts)
{
    write("examples/fast.py", "y = {{1}}\n");
    EXPECT_EQ(prompt("cuda", "one_shot").error().code, Errc::Unsupported);
    std::filesystem::remove(m_folder->path() / "examples/fast.py");
    EXPECT_FALSE(prompt("cuda", "one_shot"));
    std::string outside = texts;
    outside.replace(outside.find("examples/fast2.py"), 17, "../../etc/hostname");
    write("src/kernelbench/prompts/prompts.toml", outside);
    EXPECT_FALSE(prompt("cuda", "few_shot")) << "a file outside the checkout";
    for (const std::string &wrong :
         {std::string("x = ["), std::string("[shared"),
          std::string("a = ") + std::string(5000, '['),
          std::string("[backends]\ncuda = 1\n[options]\none_shot = 1\n[precision]\nfp32 = 1\n")}) {
        write("src/kernelbench/prompts/prompts.toml", wrong);
        const auto refused = prompt("cuda", "one_shot");
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, Errc::InvalidInput) << refused.error().text();
    }
}

} // namespace loupe
