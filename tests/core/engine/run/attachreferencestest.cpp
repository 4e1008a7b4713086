// SPDX-License-Identifier: Apache-2.0
//
// Tests which recorded tasks get their reference from a suite's checkout.
#include "core/engine/run/attachreferences.h"

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

Task recorded(const std::string &name, const std::string &hash = {})
{
    Task task = sampleTask(name, "Matmul");
    task.suite = "kernelbench";
    task.hash = hash;
    task.reference = {};
    return task;
}

BenchmarkTask current(const std::string &name, const std::string &hash)
{
    BenchmarkTask out;
    out.task = recorded(name, hash);
    out.task.reference = "class Model: # " + name + "\n";
    out.task.referenceLanguage = "python";
    return out;
}

Benchmark checkout()
{
    Benchmark out;
    out.layout = SuiteLayout::KernelBench;
    out.name = "kernelbench";
    out.folder = "/suites/kb";
    out.tasks = {current("level1/1_Square", "one"), current("level1/19_ReLU", "two"),
                 current("level2/1_Conv", "three")};
    return out;
}

std::vector<std::string> namesOf(const std::vector<Task> &tasks)
{
    std::vector<std::string> out;
    for (const Task &task : tasks)
        out.push_back(task.name);
    return out;
}

using Names = std::vector<std::string>;

TEST(AttachReferences, NameOrNumberIdentifiesATaskWithoutHash)
{
    const std::vector<Task> tasks{recorded("level1/1"), recorded("level1/19_ReLU"),
                                  recorded("level1/1_Cube"), recorded("level2/19_ReLU"),
                                  recorded("level2/2")};
    const FoundReferences found = findReferences(tasks, checkout());
    EXPECT_EQ(namesOf(found.tasks), (Names{"level1/1", "level1/19_ReLU"}));
    EXPECT_EQ(found.byName, 2U);
    EXPECT_EQ(found.otherTask, Names{"level1/1_Cube"});
    EXPECT_EQ(found.notFound, (Names{"level2/19_ReLU", "level2/2"}));
    ASSERT_EQ(found.tasks.size(), 2U);
    EXPECT_EQ(found.tasks[0].reference, "class Model: # level1/1_Square\n");
    EXPECT_TRUE(found.tasks[0].hash.empty()) << "the record still does not say which text it used";
}

TEST(AttachReferences, ARecordedHashMustBeEqual)
{
    const FoundReferences found = findReferences(
        std::vector{recorded("level1/1_Square", "one"), recorded("level1/19_ReLU", "old")},
        checkout());
    EXPECT_EQ(namesOf(found.tasks), Names{"level1/1_Square"});
    EXPECT_EQ(found.byName, 0U);
    EXPECT_EQ(found.otherTask, Names{"level1/19_ReLU"});
}

TEST(AttachReferences, KeepsOtherSuitesAndKnownReferences)
{
    std::vector<Task> tasks{recorded("level1/1"), recorded("level2/1_Conv")};
    tasks[0].suite = "kernelbench-x";
    tasks[1].reference = "class Model: # as recorded\n";
    const FoundReferences found = findReferences(tasks, checkout());
    EXPECT_TRUE(found.tasks.empty());
    EXPECT_TRUE(found.otherTask.empty());
    EXPECT_TRUE(found.notFound.empty());
}

TEST(AttachReferences, OtherSuitesMatchTheWholeName)
{
    Benchmark x = checkout();
    x.layout = SuiteLayout::KernelBenchX;
    const FoundReferences found
        = findReferences(std::vector{recorded("level1/1"), recorded("level1/19_ReLU")}, x);
    EXPECT_EQ(namesOf(found.tasks), Names{"level1/19_ReLU"});
    EXPECT_EQ(found.notFound, Names{"level1/1"});
}

using AttachedReferences = StoreTest;

TEST_F(AttachedReferences, ArePersistent)
{
    const auto writer = openWriter();
    must(writer->addTask(recorded("level1/19")));
    Task known = recorded("level2/1_Conv");
    known.reference = "class Model: # as recorded\n";
    must(writer->addTask(known));
    const auto reader = openReader();
    Benchmark other = checkout();
    other.name = "tritonbench-t";
    const std::vector both{other, checkout()};
    const auto attached = must(attachReferences(*reader, *writer, both));
    ASSERT_EQ(attached.size(), 1U);
    EXPECT_EQ(attached[0].suite, "kernelbench");
    EXPECT_EQ(attached[0].tasks.size(), 1U);
    const auto tasks = must(reader->tasks("kernelbench"));
    ASSERT_EQ(tasks.size(), 2U);
    EXPECT_EQ(tasks[0].reference, "class Model: # level1/19_ReLU\n");
    EXPECT_EQ(tasks[0].referenceLanguage, "python");
    EXPECT_EQ(tasks[1].reference, "class Model: # as recorded\n");

    const auto again = attachReferences(*reader, *writer, both);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().message, "every task of this suite has its reference already");
    const auto none = attachReferences(*reader, *writer, std::vector{other});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, Errc::NotFound);
    EXPECT_EQ(none.error().message, "the store has no task of this suite");
}

TEST_F(AttachedReferences, AnUnknownTaskStoresNothing)
{
    const auto writer = openWriter();
    must(writer->addTask(recorded("level1/19")));
    std::vector<Task> tasks{recorded("level1/19"), recorded("level9/9")};
    tasks[0].reference = "class Model: # new\n";
    const Status added = writer->addReferences(tasks);
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().code, Errc::NotFound);
    EXPECT_EQ(must(openReader()->tasks("kernelbench"))[0].reference, "");
}

TEST(AttachReferences, ReportsUnattachedReferences)
{
    FoundReferences found = findReferences(
        std::vector{recorded("level1/1"), recorded("level1/1_Cube"), recorded("level2/2")},
        checkout());
    EXPECT_EQ(
        sentencesOf(found),
        (Names{"1 of 3 missing references attached from /suites/kb",
               "1 matched by name: the records do not say which version of the suite they used",
               "1 in another version of the task: level1/1_Cube",
               "1 not in the checkout: level2/2"}));
    found.notFound = {"a", "b", "c", "d", "e"};
    EXPECT_EQ(sentencesOf(found).back(), "5 not in the checkout: a, b, c and 2 more");
}

} // namespace

} // namespace loupe::test
