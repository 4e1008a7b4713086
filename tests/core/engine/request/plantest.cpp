// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/plan.h"

#include "tests/core/suites/benchmarkfixture.h"

namespace loupe {

namespace {
Task softmax()
{
    Task task;
    task.suite = "native";
    task.name = "Activation/softmax";
    task.category = "Activation";
    task.title = "Softmax over the last axis";
    task.level = 2;
    return task;
}

bool selects(const std::string &text)
{
    const auto filter = parseFilter(text);
    EXPECT_TRUE(filter) << filter.error().text();
    const auto matches = matchesTask(*filter, softmax());
    EXPECT_TRUE(matches) << matches.error().text();
    return *matches;
}
} // namespace

TEST(TaskFilter, SelectsByNameCategoryLevelAndWords)
{
    EXPECT_TRUE(selects(""));
    EXPECT_TRUE(selects("softmax"));
    EXPECT_TRUE(selects("task:softmax"));
    EXPECT_TRUE(selects("task:activation/SOFT*"));
    EXPECT_TRUE(selects("category:Math,Activation"));
    EXPECT_TRUE(selects("level>=2 level<3"));
    EXPECT_FALSE(selects("level>2"));
    EXPECT_FALSE(selects("-category:Activation"));
    EXPECT_FALSE(selects("softmax -\"last axis\""));
    EXPECT_FALSE(selects("task:soft"));
}

TEST(TaskFilter, RefusesFieldsThatTasksDoNotHave)
{
    const auto matches = matchesTask(*parseFilter("softmax speedup>2"), softmax());
    ASSERT_FALSE(matches);
    EXPECT_EQ(matches.error().where, "character 9");
}

using PlanTest = test::FolderTest;

TEST_F(PlanTest, GroupsByTaskAndReportsSkippedItems)
{
    for (const char *name : {"one", "two"}) {
        Json task = doubleTask();
        task["name"] = name;
        writeTask(task, std::string("suite/Math/") + name);
    }
    for (const char *method : {"a", "b"}) {
        write(std::string("all/") + method + "/method.json",
              std::string(R"({"schema": 1, "name": ")") + method + "\"}");
        for (const char *task : {"two", "one", "three"})
            write(std::string("all/") + method + "/Math/" + task + ".cpp", "x");
    }
    RunRequest request;
    request.suite = root() / "suite";
    request.candidates = {root() / "all"};
    const auto plan = makePlan(request);
    ASSERT_TRUE(plan) << plan.error().text();
    ASSERT_EQ(plan->items.size(), 4u);
    EXPECT_EQ(plan->tasks, 2);
    EXPECT_EQ(plan->items[0].task->name, "Math/one");
    EXPECT_EQ(plan->items[1].task->name, "Math/one");
    EXPECT_EQ(plan->skipped.size(), 2u);

    request.taskFilter = "task:two";
    const auto narrow = makePlan(request);
    ASSERT_TRUE(narrow);
    EXPECT_EQ(narrow->items.size(), 2u);
    EXPECT_EQ(narrow->skipped.size(), 2u) << "deselected tasks are not reported as skipped";

    request.taskFilter = "task:none";
    EXPECT_EQ(makePlan(request).error().code, Errc::InvalidInput);
    request.taskFilter = "";
    request.method = "x";
    EXPECT_EQ(makePlan(request).error().where, "method") << "one name for two methods";
}

TEST_F(PlanTest, NamesTheSelectedTasksWithoutCandidates)
{
    for (const char *name : {"one", "two"}) {
        Json task = doubleTask();
        task["name"] = name;
        writeTask(task, std::string("suite/Math/") + name);
    }
    RunRequest request;
    request.suite = root() / "suite";
    const auto all = planTasks(request);
    ASSERT_TRUE(all) << all.error().text();
    ASSERT_EQ(all->items.size(), 2U);
    EXPECT_EQ(all->items[0].task->name, "Math/one");
    EXPECT_EQ(all->items[1].native->task.name, "Math/two");
    request.taskFilter = "two";
    EXPECT_EQ(planTasks(request)->tasks, 1);
    request.taskFilter = "three";
    EXPECT_EQ(planTasks(request).error().code, Errc::InvalidInput);
}

TEST_F(PlanTest, ChoosesThePlatformOfNativeCandidates)
{
    Json task = doubleTask();
    task["name"] = "one";
    writeTask(task, "suite/Math/one");
    write("gpu/method.json", R"({"schema": 1, "name": "gpu"})");
    write("gpu/Math/one.cu", "x");
    RunRequest request;
    request.suite = root() / "suite";
    request.candidates = {root() / "gpu"};
    const auto onlyCuda = makePlan(request);
    ASSERT_TRUE(onlyCuda) << onlyCuda.error().text();
    EXPECT_EQ(onlyCuda->platform, "cuda");
    EXPECT_EQ(onlyCuda->items.front().candidate.language, "cuda");

    write("cpu/method.json", R"({"schema": 1, "name": "cpu"})");
    write("cpu/Math/one.cpp", "x");
    request.candidates.push_back(root() / "cpu");
    const auto mixed = makePlan(request);
    ASSERT_TRUE(mixed);
    EXPECT_EQ(mixed->platform, "cpu");
    ASSERT_EQ(mixed->items.size(), 1U);
    EXPECT_EQ(mixed->items.front().candidate.method, "cpu");
    ASSERT_EQ(mixed->methods.size(), 1U) << "a method of which nothing is left";
    ASSERT_EQ(mixed->skipped.size(), 1U);
    EXPECT_EQ(mixed->skipped.front().what, "gpu: 1 candidates in CUDA");
    EXPECT_EQ(mixed->skipped.front().reason,
              "this run is on the processor; give --platform cuda for them");

    request.python.device = "cuda:0";
    const auto onGpu = makePlan(request);
    ASSERT_TRUE(onGpu);
    EXPECT_EQ(onGpu->platform, "cuda");
    EXPECT_EQ(onGpu->items.front().candidate.method, "gpu");
}

TEST_F(PlanTest, RefusesPlatformsThatNativeTasksDoNotHave)
{
    Json task = doubleTask();
    task["name"] = "one";
    writeTask(task, "suite/Math/one");
    write("gpu/Math/one.cu", "x");
    RunRequest request;
    request.suite = root() / "suite";
    request.candidates = {root() / "gpu"};
    request.python.platform = "triton";
    EXPECT_EQ(makePlan(request).error().where, "platform");
    request.python.platform = "cpu";
    EXPECT_EQ(makePlan(request).error().code, Errc::InvalidInput) << "nothing is left";
    request.python.device = "cuda:0";
    EXPECT_EQ(makePlan(request).error().where, "device");
    request.python.platform.clear();
    request.python.device = "npu:0";
    EXPECT_EQ(makePlan(request).error().code, Errc::Unsupported);
}

using BenchmarkPlanTest = test::BenchmarkTest;

TEST_F(BenchmarkPlanTest, FindsThePlatformNamedByAllSubmissions)
{
    writeMultiKernelBench();
    write("output/triton/add_shot/0.0-1.0/a/run0/relu.txt", "class ModelNew: ...");
    write("output/triton/add_shot/0.0-1.0/b/run0/relu.txt", "class ModelNew: ...");
    RunRequest request;
    request.suite = root() / "mkb";
    request.candidates = {root() / "output"};
    const auto plan = makePlan(request);
    ASSERT_TRUE(plan) << plan.error().text();
    EXPECT_EQ(plan->platform, "triton");

    write("output/cuda/add_shot/0.0-1.0/a/run0/relu.txt", "class ModelNew: ...");
    const auto mixed = makePlan(request);
    ASSERT_TRUE(mixed);
    EXPECT_EQ(mixed->platform, "");
}

TEST_F(BenchmarkPlanTest, SubmissionsMayNameSeveralPrecisions)
{
    writeKernelBench();
    write("runs/m/level_1_problem_19_sample_0_kernel.py", "class ModelNew: ...");
    RunRequest request;
    request.suite = root() / "kb";
    request.candidates = {root() / "runs"};
    const std::vector both{RunPrecision::BFloat16, RunPrecision::Float32};
    for (const char *list : {"bf16, fp32", "[bf16, 'fp32']", "\n  - bf16\n  - fp32"}) {
        write("runs/m/generation_config.yaml", "precision: " + std::string(list) + "\nlevel: 1\n");
        const auto plan = makePlan(request);
        ASSERT_TRUE(plan) << list << ": " << plan.error().text();
        EXPECT_EQ(plan->precisions, both) << list;
        EXPECT_EQ(plan->precision, "bf16");
        EXPECT_EQ(plan->items.at(0).benchmark->facts.at("precision"), "bf16");
    }
    write("runs/n/generation_config.yaml", "precision: bf16\n");
    write("runs/n/level_1_problem_19_sample_0_kernel.py", "class ModelNew: ...");
    EXPECT_EQ(makePlan(request).error().message, "the submissions are for different precisions");
    write("runs/n/generation_config.yaml", "precision: fp32, bf16\n");
    EXPECT_TRUE(makePlan(request)) << "the order does not matter";
    write("runs/n/generation_config.yaml", "precision: bf16, bf16\n");
    EXPECT_EQ(makePlan(request).error().message,
              "the submissions are for the precision \"bf16, bf16\"");
    request.python.precisions = both;
    EXPECT_EQ(makePlan(request)->precisions, both) << "the request has precedence";
    EXPECT_EQ(planTasks(request).error().where, "precision") << "a prompt asks for one";
}

TEST_F(BenchmarkPlanTest, TasksWithoutCandidatesHaveTheConditionsOfTheRequest)
{
    writeKernelBench();
    RunRequest request;
    request.suite = root() / "kb";
    const auto plain = planTasks(request);
    ASSERT_TRUE(plain) << plain.error().text();
    EXPECT_EQ(plain->precision, "fp32");
    EXPECT_FALSE(plain->items.at(0).benchmark->facts.contains("backward"));
    request.python.precisions = {RunPrecision::BFloat16};
    request.python.backward = true;
    const auto judged = planTasks(request);
    ASSERT_TRUE(judged) << judged.error().text();
    EXPECT_EQ(judged->precision, "bf16");
    EXPECT_EQ(judged->items.at(0).benchmark->facts.at("backward"), true);

    writeMultiKernelBench();
    request.suite = root() / "mkb";
    request.python.precisions.clear();
    const auto other = planTasks(request);
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().code, Errc::Unsupported);
    EXPECT_EQ(other.error().where, "backward");
}

} // namespace loupe
