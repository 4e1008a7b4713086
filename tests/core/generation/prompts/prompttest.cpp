// SPDX-License-Identifier: Apache-2.0
#include "core/generation/prompts/prompttext.h"
#include "core/generation/prompts/taskvalues.h"

#include <algorithm>

#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace {

class PromptTest : public test::FolderTest
{
protected:
    /// Returns the plan of a suite with one task, which doubles its input.
    Plan nativePlan()
    {
        writeTask(doubleTask(), "suite/Math/double");
        RunRequest request;
        request.suite = root() / "suite";
        auto plan = planTasks(request);
        EXPECT_TRUE(plan) << plan.error().text();
        return plan ? std::move(*plan) : Plan();
    }

    static std::string rendered(const std::string &name, const TemplateValues &values)
    {
        const auto prompt = findPrompt(name);
        EXPECT_TRUE(prompt) << prompt.error().text();
        const auto text = prompt ? TemplateText::parse(prompt->body, name)
                                 : Result<TemplateText>(prompt.error());
        const auto out = text ? text->render(values) : Result<std::string>(text.error());
        EXPECT_TRUE(out) << out.error().text();
        return out ? *out : std::string();
    }
};

bool has(const std::string &text, const std::string &part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_F(PromptTest, EveryShippedPromptIsATemplate)
{
    const auto prompts = shippedPrompts();
    ASSERT_TRUE(prompts) << prompts.error().text();
    std::vector<std::string> names;
    for (const PromptTemplate &each : *prompts) {
        names.push_back(each.name);
        EXPECT_EQ(each.name, each.platform + "." + each.purpose);
    }
    for (const std::string &name :
         {promptPlatform("cpu", true), promptPlatform("cuda", true), promptPlatform("cuda", false),
          promptPlatform("triton", false), promptPlatform("torch-cpu", false)})
        EXPECT_EQ(std::count(names.begin(), names.end(), name + ".start"), 1) << name;
}

TEST_F(PromptTest, FallsBackToTheGenericPrompt)
{
    EXPECT_EQ(promptFor("", "cpu", "start")->name, "cpu.start");
    for (const char *purpose : {"fix", "optimise", "cross", "reminder"})
        EXPECT_EQ(promptFor("", "cpu", purpose)->name, std::string("any.") + purpose);
    write("cpu.mine.txt", "Write {{title}}.\n");
    EXPECT_EQ(promptFor((root() / "cpu.mine.txt").string(), "cpu", "fix")->name, "cpu.mine");
    const auto unknown = promptFor("", "fpga", "start");
    ASSERT_FALSE(unknown);
    EXPECT_TRUE(has(unknown.error().message, "fpga.start")) << unknown.error().text();
}

TEST_F(PromptTest, NativePromptOmitsTestData)
{
    const Plan plan = nativePlan();
    ASSERT_EQ(plan.items.size(), 1U);
    for (const std::string platform : {"cpu", "cuda"}) {
        const std::string text = rendered(
            platform + ".start", taskValues(plan.items[0], plan, "THE {{interface}}", platform));
        EXPECT_TRUE(has(text, "THE {{interface}}")) << "values are not expanded";
        EXPECT_TRUE(has(text, "Twice the input"));
        EXPECT_TRUE(has(text, "y = 2 x"));
        EXPECT_TRUE(has(text, "0. x: float32, shape [B, N]"));
        EXPECT_TRUE(has(text, "0. factor = 2"));
        EXPECT_TRUE(has(text, platform == "cpu" ? "B = 8, N = 64" : "B = 64, N = 4096"));
        EXPECT_FALSE(has(text, "17")) << "the other shape is kept back";
        EXPECT_FALSE(has(text, "integers")) << "as are the distributions";
    }
    EXPECT_EQ(entryRuleOf(plan.items[0], plan).entries, std::vector<std::string>{"loupe_kernel"});
}

TEST_F(PromptTest, PythonPromptContainsTheReference)
{
    Plan plan;
    Benchmark suite;
    suite.layout = SuiteLayout::KernelBench;
    suite.tasks.resize(1);
    suite.tasks[0].task.name = "level1/1_add";
    suite.tasks[0].implementation = "class Model: # {{reference}}";
    plan.suite = suite;
    const BenchmarkTask &task = std::get<Benchmark>(plan.suite).tasks[0];
    plan.items = {{&task.task, nullptr, &task, {}, {}}};
    for (const char *prompt : {"triton.start", "torch-cuda.start", "torch-cpu.start"}) {
        const std::string text = rendered(prompt, taskValues(plan.items[0], plan, {}, "triton"));
        EXPECT_TRUE(has(text, "class Model: # {{reference}}"));
        EXPECT_TRUE(has(text, "the class ModelNew"));
        EXPECT_FALSE(has(text, "tensors. Sums")) << "float32 goes without saying";
        EXPECT_FALSE(has(text, "radients"));
        EXPECT_FALSE(has(text, "on one shape only"));
    }
    plan.precision = "bf16";
    EXPECT_FALSE(hasFurtherConditions(task));
    std::get<Benchmark>(plan.suite).tasks[0].shapes = 3;
    EXPECT_TRUE(hasFurtherConditions(task));
    std::get<Benchmark>(plan.suite).tasks[0].facts["backward"] = true;
    for (const char *prompt : {"triton.start", "torch-cuda.start", "torch-cpu.start"}) {
        const std::string text = rendered(prompt, taskValues(plan.items[0], plan, {}, "triton"));
        EXPECT_TRUE(has(text, "Weights, inputs and results are bfloat16 tensors.")) << text;
        EXPECT_TRUE(has(text, "Gradients are judged too")) << text;
        EXPECT_TRUE(has(text, "judged and timed on 3 shapes.")) << text;
    }
    EXPECT_EQ(entryRuleOf(plan.items[0], plan).language, EntryRule::Language::Python);
}

TEST_F(PromptTest, APublishedPromptOfATaskWithoutFurtherConditionsStaysAsPublished)
{
    const auto conditions = findPrompt("published.conditions");
    ASSERT_TRUE(conditions) << conditions.error().text();
    const auto asked = [&](const std::string &published, const TemplateValues &values) {
        const auto text = TemplateText::parse(published + conditions->body, "published");
        const auto out = text ? text->render(values) : Result<std::string>(text.error());
        return out ? *out : out.error().text();
    };
    for (const char *published : {"Write CUDA.\n", "Write CUDA.\n\n", "Write CUDA."})
        EXPECT_EQ(asked(published, {{"gradients", ""}, {"shapes", ""}}), published);
    const std::string both = asked("Write CUDA.\n", {{"gradients", "judged"}, {"shapes", "3"}});
    EXPECT_TRUE(both.starts_with("Write CUDA.\n\nGradients are judged too")) << both;
    EXPECT_TRUE(has(both, "\n\nThe program is judged and timed on 3 shapes.")) << both;
    EXPECT_TRUE(asked("Write CUDA.\n", {{"gradients", ""}, {"shapes", "2"}})
                    .starts_with("Write CUDA.\n\nThe program is judged and timed on 2 shapes."));
}

TEST_F(PromptTest, ReadsUserPromptsAndNamesMistakes)
{
    write("cpu.mine.txt", "Write {{title}}.\n");
    const auto own = findPrompt((root() / "cpu.mine.txt").string());
    ASSERT_TRUE(own) << own.error().text();
    EXPECT_EQ(own->purpose, "mine");
    EXPECT_EQ(own->variables, R"(["title"])");
    write("cpu.bad.txt", "Write\n{{#if x}}.\n");
    const auto bad = findPrompt((root() / "cpu.bad.txt").string());
    ASSERT_FALSE(bad);
    EXPECT_TRUE(bad.error().where.ends_with("cpu.bad.txt:2")) << bad.error().text();
    write("nodot.txt", "x");
    EXPECT_EQ(findPrompt((root() / "nodot.txt").string()).error().code, Errc::InvalidInput);
    const auto unknown = findPrompt("cpu.begin");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, Errc::NotFound);
    EXPECT_TRUE(has(unknown.error().hint, "cpu.start")) << unknown.error().hint;
}

} // namespace loupe
