// SPDX-License-Identifier: Apache-2.0
#include "core/answers/extraction.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

const std::string code = "import torch\n\nclass ModelNew(torch.nn.Module):\n    pass\n";
const std::string other = "import torch\n\nclass ModelNew(torch.nn.Module):\n    scale = 2\n";
const EntryRule modelNew{EntryRule::Language::Python, {"ModelNew"}};

std::string fenced(const std::string &text, const std::string &open = "```python",
                   const std::string &close = "```")
{
    return open + "\n" + text + close + "\n";
}

Extraction extracted(const std::string &content, const std::string &finish = {})
{
    const Extraction out = extractCode({content, finish}, modelNew).extraction;
    // The source must equal the reported ranges of the content.
    EXPECT_EQ(out.source, joined(content, out.ranges)) << content;
    EXPECT_EQ(out.ruleVersion, extractionRuleVersion);
    EXPECT_EQ(out.source.empty(), !hasCode(out)) << content;
    return out;
}

std::string_view outcomeOf(const std::string &content, const std::string &finish = {})
{
    return facts(extracted(content, finish).outcome).id;
}

} // namespace

TEST(ExtractionTest, TakesTheBlockThatDefinesTheEntry)
{
    const Extraction found
        = extracted("Here it is:\n" + fenced("print('usage')\n") + fenced(code) + "Good luck!\n");
    EXPECT_EQ(found.outcome, ExtractionOutcome::Code);
    EXPECT_EQ(found.source, code);
    EXPECT_EQ(found.segmentation, "lines");
    EXPECT_EQ(found.blocks, 2);
    EXPECT_EQ(found.chosen, 1);
    EXPECT_FALSE(found.isUnclosed || found.isInOpenThought);
}

TEST(ExtractionTest, MergesEqualBlocksAndTakesTheLastOfDifferentOnes)
{
    EXPECT_EQ(outcomeOf(fenced(code) + fenced(code + "\n")), "code");
    const Extraction found = extracted(fenced(other) + fenced(code));
    EXPECT_EQ(found.outcome, ExtractionOutcome::Ambiguous);
    EXPECT_EQ(found.source, code);
    EXPECT_EQ(found.chosen, 1);
}

/// Thinking text with a stray fence shifts every pair after it.
TEST(ExtractionTest, AnUnpairedFenceDoesNotShiftBlocks)
{
    const std::string content = "Draft:\n```python\nclass ModelNew(\n" + fenced(code);
    const Extraction found = extracted(content);
    EXPECT_EQ(found.source, code);
    EXPECT_EQ(found.blocks, 2);
    EXPECT_EQ(found.chosen, 1);
}

TEST(ExtractionTest, IgnoresReasoning)
{
    const std::string draft = fenced(other);
    EXPECT_EQ(extracted("<think>maybe\n" + draft + "</think>\n" + fenced(code)).source, code);
    EXPECT_EQ(outcomeOf("<think>maybe\n" + draft + "</think>\n" + fenced(code)), "code");
    EXPECT_EQ(extracted("<|channel>thought\n" + draft + "<channel|>" + fenced(code)).source, code);
    EXPECT_EQ(outcomeOf("<|channel>thought\n" + draft + "<channel|>" + fenced(code)), "code");
    // The start of the thought was part of the prompt.
    EXPECT_EQ(outcomeOf("maybe\n" + draft + "</think>\n" + fenced(code)), "code");
    EXPECT_EQ(outcomeOf("<think>only " + draft + "</think>"), "empty");
    EXPECT_EQ(outcomeOf("<think>only " + draft + "</think>", "length"), "truncated");
}

TEST(ExtractionTest, UsesOnlyFencesInUnclosedReasoning)
{
    const Extraction found = extracted("<|channel>thought\nI write it.\n" + fenced(code));
    EXPECT_EQ(found.outcome, ExtractionOutcome::Code);
    EXPECT_TRUE(found.isInOpenThought);
    EXPECT_EQ(outcomeOf("<|channel>thought\n" + code), "no_code");
    EXPECT_EQ(outcomeOf("<|channel>thought\n" + fenced(code), "length"), "truncated");
    EXPECT_FALSE(extracted(fenced(code) + "<think>and more").isInOpenThought);
}

TEST(ExtractionTest, TakesAnUnclosedBlockOfACompleteAnswer)
{
    const std::string content = "```python\n" + code;
    EXPECT_TRUE(extracted(content).isUnclosed);
    EXPECT_EQ(outcomeOf(content), "code");
    EXPECT_EQ(outcomeOf(content, "stop"), "code");
    EXPECT_EQ(outcomeOf(content, "length"), "truncated");
    EXPECT_EQ(outcomeOf(fenced(code) + "and now", "length"), "code");
    EXPECT_EQ(outcomeOf("```python\nclass ModelNew(torch.nn.Module):\n    def f(self, x"),
              "unparseable");
}

TEST(ExtractionTest, FollowsCommonMarkFences)
{
    EXPECT_EQ(extracted(fenced(code, "~~~", "~~~")).source, code);
    EXPECT_EQ(extracted(fenced(code, "````", "````")).source, code);
    // A shorter or different fence is part of the block.
    const std::string documented = "text = '''\n```cpp\nint x;\n```\n~~~\n'''\n" + code;
    EXPECT_EQ(extracted(fenced(documented, "````python", "````")).source, documented);
    EXPECT_EQ(extracted(fenced(code, "    ```python", "    ```")).source, code);
}

TEST(ExtractionTest, AFenceWithinAStringIsPartOfTheString)
{
    const std::string documented = "text = '''\n```cpp\nint x;\n```\n'''\n" + code;
    const Extraction found = extracted(fenced(documented));
    EXPECT_EQ(found.source, documented);
    EXPECT_EQ(found.segmentation, "strings");
}

TEST(ExtractionTest, OtherSegmentationsAreTriedInTurn)
{
    EXPECT_EQ(extracted("I write it.```python\n" + code + "``` Done.").segmentation, "pairs");
    EXPECT_EQ(extracted("I write it.```python\n" + code + "``` Done.").source, code);
    EXPECT_EQ(extracted(code + "```\n").segmentation, "before");
    EXPECT_EQ(extracted(code + "```\n").source, code);
    EXPECT_EQ(extracted(code).segmentation, "whole");
    EXPECT_EQ(extracted("\n" + code + "<|im_end|>").source, "\n" + code);
}

TEST(ExtractionTest, IgnoresProse)
{
    EXPECT_EQ(outcomeOf(""), "empty");
    EXPECT_EQ(outcomeOf(" \n\t<|EOT|>\n"), "empty");
    EXPECT_EQ(outcomeOf("I would fuse both operations."), "no_code");
    EXPECT_EQ(outcomeOf("ModelNew: it is what I would write, but I will not."), "unparseable");
    EXPECT_EQ(outcomeOf("It is what I would write in ModelNew, but I will not."), "no_code");
    EXPECT_EQ(outcomeOf(fenced("def helper(): pass\n")), "no_code");
    EXPECT_EQ(outcomeOf(fenced("class ModelNew(:\n")), "unparseable");
    EXPECT_EQ(outcomeOf("I would fuse", "length"), "truncated");
}

TEST(ExtractionTest, RefusalsWithCodeAreRefused)
{
    EXPECT_EQ(outcomeOf(fenced(code), "content_filter"), "refused");
    EXPECT_EQ(extractCode({"I cannot help.", "stop", true}, modelNew).extraction.outcome,
              ExtractionOutcome::Refused);
}

TEST(ExtractionTest, KeepsBytesUnchanged)
{
    std::string windows = fenced(code);
    for (std::size_t at = windows.find('\n'); at != std::string::npos;
         at = windows.find('\n', at + 2))
        windows.insert(at, "\r");
    const Extraction found = extracted(windows);
    EXPECT_EQ(found.outcome, ExtractionOutcome::Code);
    EXPECT_NE(found.source.view().find("pass\r\n"), std::string::npos);

    EXPECT_EQ(outcomeOf(fenced(code + std::string("\0", 1))), "unparseable");
    EXPECT_EQ(outcomeOf(fenced("# \xff\n" + code)), "code");
    EXPECT_EQ(outcomeOf("\xff\xfe"), "no_code");
    // A path on the first line stays part of the source, as a comment.
    EXPECT_EQ(extracted(fenced("# src/model.py\n" + code)).source, "# src/model.py\n" + code);
}

TEST(ExtractionTest, PutsCalledBlocksFirst)
{
    const std::string kernel = "def scale(x):\n    return 2 * x\n";
    const std::string wrapper
        = "class ModelNew:\n    def forward(self, x):\n        return scale(x)\n";
    const std::string content
        = "The kernel:\n" + fenced(kernel) + "The module:\n" + fenced(wrapper);
    const Extraction found = extracted(content);
    EXPECT_EQ(found.source, kernel + wrapper);
    ASSERT_EQ(found.ranges.size(), 2U);
    EXPECT_EQ(content.substr(static_cast<std::size_t>(found.ranges[0].begin), kernel.size()),
              kernel);
    EXPECT_EQ(extracted(fenced(kernel) + fenced(kernel + wrapper)).source, kernel + wrapper);
    const std::string newer = "def scale(x):\n    return x + x\n";
    EXPECT_EQ(extracted(fenced(kernel) + fenced(newer) + fenced(wrapper)).source, newer + wrapper);
}

TEST(ExtractionTest, ParsesCppAsCpp)
{
    const EntryRule rule{EntryRule::Language::Cpp, {"loupe_kernel"}};
    const std::string kernel
        = "extern \"C\" int32_t loupe_kernel(const LoupeCall *call)\n{\n    return 0;\n}\n";
    const auto outcome = [&](const std::string &content) {
        return facts(extractCode({content, ""}, rule).extraction.outcome).id;
    };
    EXPECT_EQ(outcome(fenced(kernel, "```cpp")), "code");
    EXPECT_EQ(outcome(kernel), "code");
    EXPECT_EQ(outcome(fenced("int32_t loupe_kernel(const LoupeCall *call);\n", "```cpp")),
              "no_code");
    EXPECT_EQ(outcome(fenced(kernel + "void f() {\n", "```cpp")), "unparseable");
}

TEST(ExtractionTest, AcceptsAnyFunctionOrClassWithoutAnEntry)
{
    const auto outcome = [](const std::string &content) {
        return facts(extractCode({content, ""}, EntryRule{}).extraction.outcome).id;
    };
    EXPECT_EQ(outcome(fenced("def f(x):\n    return x\n")), "code");
    EXPECT_EQ(outcome(fenced("x = 1\n")), "no_code");
}

TEST(ExtractionTest, RunsInLinearTime)
{
    // Quadratic work would take minutes here.
    std::string fences;
    for (int i = 0; i < 200000; ++i)
        fences += i % 2 == 0 ? "```python\n'''\n" : "<think>\n";
    EXPECT_EQ(outcomeOf(fences), "no_code");
    EXPECT_EQ(outcomeOf(std::string(1 << 20, '(')), "no_code");
    EXPECT_EQ(outcomeOf(std::string(1 << 20, '`')), "no_code");
}

} // namespace loupe
