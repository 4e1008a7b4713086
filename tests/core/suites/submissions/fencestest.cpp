// SPDX-License-Identifier: Apache-2.0
#include "core/suites/submissions/fences.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

const std::vector<std::string> entries{"plain"};

std::string field(SuiteLayout layout, const std::string &raw)
{
    return textAsSuite(layout, SubmissionForm::Field, raw);
}

} // namespace

/// Compares with the results of the suites' own functions, as stated in their specifications.
TEST(FencesTest, KernelBenchXTakesOnlyTheFirstPythonBlock)
{
    const auto clean = [](const std::string &raw) { return field(SuiteLayout::KernelBenchX, raw); };
    EXPECT_EQ(clean("Here:\n```python\na = 1\n```\nand\n```python\nb = 2\n```\n"), "a = 1");
    EXPECT_EQ(clean("  a = 1<|im_end|><|EOT|>\n"), "a = 1");
    EXPECT_EQ(clean("```\na = 1\n```"), "") << "a bare fence leaves nothing";
    EXPECT_EQ(clean("```triton\na = 1\n```"), "");
    EXPECT_EQ(clean("```Python\na = 1\n```"), "");
    EXPECT_EQ(clean("a = '```'\nb = 2"), "a = '") << "a fence in a string cuts the text";
}

TEST(FencesTest, TritonBenchKeepsTheClosingFence)
{
    const auto clean = [](const std::string &raw) { return field(SuiteLayout::TritonBenchT, raw); };
    EXPECT_EQ(clean("x\n```python\na\n```\n```python\nb<|EOT|>\n```"), "\nb\n```");
    EXPECT_EQ(clean("a<|EOT|>"), "a<|EOT|>") << "cleaned only where there is a fence";
}

TEST(FencesTest, MultiKernelBenchTakesTheFirstPair)
{
    const auto clean
        = [](const std::string &raw) { return field(SuiteLayout::MultiKernelBench, raw); };
    EXPECT_EQ(clean("x ```python\na\n``` y ```b```"), "a");
    EXPECT_EQ(clean("```cpp\na\n```"), "a");
    EXPECT_EQ(clean("```rust\na\n```"), "rust\na");
    EXPECT_EQ(clean("no fence "), "no fence ");
    EXPECT_EQ(clean("``` only one"), "``` only one");
}

TEST(FencesTest, KeepsFilesUnchanged)
{
    const std::string fenced = "```python\na\n```\n";
    EXPECT_EQ(textAsSuite(SuiteLayout::KernelBench, SubmissionForm::File, fenced), fenced);
    EXPECT_EQ(textAsSuite(SuiteLayout::KernelGenBench, SubmissionForm::File, fenced), fenced);
    EXPECT_EQ(textAsSuite(SuiteLayout::KernelBenchX, SubmissionForm::File,
                          "a\n" + std::string(146, '#') + "\ntest"),
              "a\n");
}

TEST(FencesTest, DefaultRuleTakesTheBlockThatDefinesTheEntry)
{
    EXPECT_EQ(
        tolerantText(
            "```python\ndef plain(x): ...\n```\nUse it:\n```python\nplain(1) # a longer line\n```",
            entries),
        "def plain(x): ...");
    EXPECT_EQ(tolerantText("~~~\ndef plain(x): ...\n~~~", entries), "def plain(x): ...");
    EXPECT_EQ(tolerantText("```Triton\ndef plain(x): ...", entries), "def plain(x): ...");
    EXPECT_EQ(tolerantText("```python\ndef plain(x): ...```", entries), "def plain(x): ...")
        << "the fence behind the last line";
    EXPECT_EQ(tolerantText("def plain(x): ...\n```\n", entries), "def plain(x): ...\n")
        << "a closing fence alone";
    EXPECT_EQ(tolerantText("```\nprose\n```python\ndef plain(x): ...\n```", entries),
              "def plain(x): ...")
        << "a stray fence before";
}

/// Repeats a line that would take many minutes if each read all lines before it.
TEST(FencesTest, DefaultRuleTakesLinearTime)
{
    std::string text = "```python\ndef plain(x): ...\n";
    for (int i = 0; i < 50'000; ++i)
        text += "```x y\n";
    EXPECT_TRUE(tolerantText(text, entries).starts_with("def plain(x): ...\n```x y"));
}

TEST(FencesTest, DefaultRuleJoinsAKernelAndItsWrapper)
{
    EXPECT_EQ(
        tolerantText("```python\n@jit\ndef kernel(x): ...\n```\nand\n```python\ndef plain(x):\n"
                     "    kernel[1](x)\n```\n```python\ndef unrelated(): ...\n```",
                     entries),
        "@jit\ndef kernel(x): ...\n\ndef plain(x):\n    kernel[1](x)");
}

TEST(FencesTest, DefaultRuleKeepsCodeWithFences)
{
    const std::string code
        = "def plain(x):\n    \"\"\"\n    ```\n    plain(1)\n    ```\n    \"\"\"\n    return x\n";
    EXPECT_EQ(tolerantText(code, entries), code);
    EXPECT_EQ(tolerantText("  a = 1 \n", entries), "  a = 1 \n")
        << "nothing to remove, nothing changed";
}

TEST(FencesTest, DefaultRuleDropsReasoningTokensAndTests)
{
    EXPECT_EQ(
        tolerantText(
            "<think>```python\ndef plain(): 1\n```</think>\n```python\ndef plain(): 2\n```<|EOT|>",
            entries),
        "def plain(): 2");
    EXPECT_EQ(tolerantText("def plain(): ...\n" + std::string(146, '#') + "\ntest", entries),
              "def plain(): ...\n");
}

TEST(FencesTest, DefaultRuleNeverReturnsNothing)
{
    for (const char *raw : {"```python", "text\n```python\n", "```\n```", "<think>only</think>"})
        EXPECT_NO_THROW(tolerantText(raw, entries)) << raw;
    EXPECT_EQ(tolerantText("text\n```python\n", entries), "text\n");
    EXPECT_EQ(tolerantText("<think>only</think>", entries), "<think>only</think>");
}

} // namespace loupe
