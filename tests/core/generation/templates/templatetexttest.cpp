// SPDX-License-Identifier: Apache-2.0
#include "core/generation/templates/templatetext.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

std::string rendered(const std::string &body, const TemplateValues &values)
{
    const auto parsed = TemplateText::parse(body, "t");
    if (!parsed)
        return parsed.error().where + " " + parsed.error().message;
    const auto text = parsed->render(values);
    return text ? *text : text.error().where + " " + text.error().message;
}

const TemplateValues sample{
    {"task", std::string("add {{task}}")},
    {"none", std::string()},
    {"rounds", TemplateRows{{{"n", "0"}, {"verdict", "wrong"}}, {{"n", "1"}, {"verdict", ""}}}},
    {"nothing", TemplateRows{}}};

} // namespace

TEST(TemplateTextTest, DoesNotExpandValuesAgain)
{
    EXPECT_EQ(rendered("<{{task}}|{{ none }}>", sample), "<add {{task}}|>");
}

TEST(TemplateTextTest, BranchesAndLists)
{
    EXPECT_EQ(rendered("{{#if task}}a{{else}}b{{/if}}{{#if none}}c{{else}}d{{/if}}", sample), "ad");
    EXPECT_EQ(rendered("{{#if rounds}}a{{/if}}{{#if nothing}}b{{/if}}", sample), "a");
    EXPECT_EQ(rendered("{{#each rounds}}{{n}}:{{#if verdict}}{{verdict}}{{else}}-{{/if}};{{/each}}",
                       sample),
              "0:wrong;1:-;");
    EXPECT_EQ(rendered("{{#each nothing}}x{{/each}}", sample), "");
    EXPECT_EQ(rendered("{{#each rounds}}{{none}}{{n}}{{/each}}", sample), "01");
}

TEST(TemplateTextTest, ALineWithOnlyABlockIsRemoved)
{
    EXPECT_EQ(rendered("a\n  {{#if task}}\nb\n{{else}}\nc\n{{/if}}  \nd\n", sample), "a\nb\nd\n");
    EXPECT_EQ(rendered("{{#each rounds}}\n- {{n}}\n{{/each}}", sample), "- 0\n- 1\n");
    EXPECT_EQ(rendered("a {{#if task}}\nb{{/if}}\n", sample), "a \nb\n");
    EXPECT_EQ(rendered("  {{task}}\n", sample), "  add {{task}}\n");
}

TEST(TemplateTextTest, ErrorsNameTheirLine)
{
    EXPECT_EQ(rendered("a\n{{tsk}}", sample), "t:2 \"tsk\" is not given");
    EXPECT_EQ(rendered("{{#if task}}\n{{#each rounds}}\n{{x}}\n{{/each}}\n{{/if}}", sample),
              "t:3 \"x\" is not given");
    EXPECT_EQ(rendered("\n{{#if task}}a", sample), "t:2 {{#if}} is never closed");
    EXPECT_EQ(rendered("{{/if}}", sample), "t:1 {{/if}} closes nothing");
    EXPECT_EQ(rendered("{{#each rounds}}{{/if}}", sample), "t:1 {{/if}} closes nothing");
    EXPECT_EQ(rendered("{{else}}", sample), "t:1 {{else}} is within no {{#if}}");
    EXPECT_EQ(rendered("{{#if task}}{{else}}{{else}}{{/if}}", sample),
              "t:1 {{else}} is within no {{#if}}");
    EXPECT_EQ(rendered("a {{task\n}}", sample), "t:1 \"{{\" is not closed on its line");
    EXPECT_EQ(rendered("{{}}", sample), "t:1 \"\" is no name");
    EXPECT_EQ(rendered("{{#unless x}}", sample), "t:1 \"#unless x\" is no name");
    EXPECT_EQ(rendered("{{rounds}}", sample), "t:1 \"rounds\" is a list, not a text");
    EXPECT_EQ(rendered("{{#each task}}{{/each}}", sample), "t:1 \"task\" is a text, not a list");
    const auto parsed = TemplateText::parse("{{x}}", "t");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->render(sample).error().hint, "known names: none, nothing, rounds, task");
}

TEST(TemplateTextTest, NamesItsVariables)
{
    const auto parsed = TemplateText::parse(
        "{{b}}{{a}}{{b}}{{#each list}}{{x}}{{/each}}{{#if c}}{{d}}{{else}}{{e}}{{/if}}", "t");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->variables(),
              (std::vector<std::string>{"a", "b", "c", "d", "e", "list", "list.x"}));
}

} // namespace loupe
