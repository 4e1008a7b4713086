// SPDX-License-Identifier: Apache-2.0
#include "core/suites/native/nativetask.h"

#include <cmath>

#include "tests/core/suites/taskfixture.h"

namespace loupe {

using NativeTaskTest = test::FolderTest;

namespace {
/// Returns the whole text of an error with its detail.
std::string words(const Error &error)
{
    return error.text() + "\n" + error.detail;
}
} // namespace

TEST_F(NativeTaskTest, ReadsAValidTask)
{
    writeTask(doubleTask());
    const auto task = readNativeTask(root() / "Math/double");
    ASSERT_TRUE(task) << words(task.error());
    EXPECT_EQ(task->task.name, "Math/double");
    EXPECT_EQ(task->task.suite, "native");
    EXPECT_EQ(task->task.reference, doubleSource());
    EXPECT_EQ(task->task.hash.size(), 64u);
    EXPECT_EQ(task->distributions[1].formulas.at("low"), "-N");
}

TEST_F(NativeTaskTest, HashFollowsContentNotLayoutOfTheFile)
{
    writeTask(doubleTask());
    const auto first = readNativeTask(root() / "Math/double");
    write("Math/double/task.json", doubleTask().dump(8));
    const auto reformatted = readNativeTask(root() / "Math/double");
    Json changed = doubleTask();
    changed["outputs"][0]["tolerance"]["reduction"] = "1";
    write("Math/double/task.json", changed.dump());
    const auto stricter = readNativeTask(root() / "Math/double");
    ASSERT_TRUE(first && reformatted && stricter);
    EXPECT_EQ(first->task.hash, reformatted->task.hash);
    EXPECT_NE(first->task.hash, stricter->task.hash);
}

TEST_F(NativeTaskTest, TrialsAreEveryShapeWithEveryDistribution)
{
    writeTask(doubleTask());
    const auto task = readNativeTask(root() / "Math/double");
    ASSERT_TRUE(task) << words(task.error());
    const auto trials = nativeTrials(*task, task->cpuShapes);
    ASSERT_TRUE(trials) << trials.error().text();
    ASSERT_EQ(trials->size(), 4u);
    EXPECT_EQ((*trials)[0].caseName, "even/normal");
    EXPECT_EQ((*trials)[3].caseName, "odd/integers");
    EXPECT_EQ((*trials)[3].inputs[0].spec.shape, (std::vector<std::int64_t>{3, 17}));
    EXPECT_EQ((*trials)[3].inputs[0].generator.numbers.at("low"), -17);
    EXPECT_EQ((*trials)[0].attributes, std::vector<double>{2});
    EXPECT_EQ((*trials)[0].bytes, 8 * 8 * 64);
}

TEST_F(NativeTaskTest, OnAGpuTheLargestShapeIsVerifiedUnderEveryDistribution)
{
    writeTask(doubleTask());
    const auto folder = root() / "Math/double";
    const auto without = readNativeTask(folder);
    ASSERT_TRUE(without) << without.error().text();
    EXPECT_EQ(without->cudaBaseline, "");
    write("Math/double/baseline.cu", "// a kernel");
    const auto task = readNativeTask(folder);
    ASSERT_TRUE(task) << task.error().text();
    EXPECT_EQ(task->cudaBaseline, "// a kernel");
    EXPECT_EQ(task->task.hash, without->task.hash) << "a baseline changes no verdict";

    const auto trials = nativeTrials(*task, task->gpuShapes);
    ASSERT_TRUE(trials);
    ASSERT_GE(task->gpuShapes.size(), 2u);
    ASSERT_EQ(trials->size(), task->gpuShapes.size() * task->distributions.size());
    const auto caseOf = [&](std::size_t shape, std::size_t distribution) {
        return task->gpuShapes[shape].name + "/" + task->distributions[distribution].name;
    };
    EXPECT_EQ(trials->front().caseName, caseOf(0, 0));
    EXPECT_EQ((*trials)[1].caseName, caseOf(1, 0)) << "neighbours differ in size";
    EXPECT_EQ((*trials)[task->gpuShapes.size()].caseName, caseOf(0, 1));
}

TEST_F(NativeTaskTest, ToleranceFollowsTheDocumentedFormula)
{
    writeTask(doubleTask());
    const auto task = readNativeTask(root() / "Math/double");
    const auto trials = nativeTrials(*task, task->cpuShapes);
    ASSERT_TRUE(trials);
    // By hand: 16 · 1 · 2^-24 · (1 + sqrt(64)) = 144 / 16777216.
    EXPECT_DOUBLE_EQ((*trials)[0].outputs[0].relative, 144.0 / 16777216.0);
    EXPECT_FALSE((*trials)[0].outputs[0].exact);
    EXPECT_TRUE((*trials)[2].outputs[0].exact) << "an exact distribution demands equality";
}

TEST_F(NativeTaskTest, NarrowOutputsAddOneRoundingToAFloat32Accumulation)
{
    Json task = doubleTask();
    task["outputs"][0]["dtype"] = "bfloat16";
    writeTask(task);
    const auto read = readNativeTask(root() / "Math/double/");
    ASSERT_TRUE(read) << words(read.error());
    const auto trials = nativeTrials(*read, read->cpuShapes);
    ASSERT_TRUE(trials);
    // By hand: 16 · 2^-24 · (1 + sqrt(64)) + 2 · 2^-8.
    EXPECT_DOUBLE_EQ((*trials)[0].outputs[0].relative, 144.0 / 16777216.0 + 2.0 / 256.0);
}

struct BrokenField {
    const char *what;
    const char *pointer;  ///< JSON pointer to the replaced value
    const char *value;    ///< JSON; empty: remove it
    const char *expected; ///< required part of the error text
};

class BrokenTaskTest : public test::FolderTest, public ::testing::WithParamInterface<BrokenField>
{
};

TEST_P(BrokenTaskTest, IsRefusedWithThePlace)
{
    Json task = doubleTask();
    const nlohmann::json::json_pointer pointer(GetParam().pointer);
    if (std::string(GetParam().value).empty())
        task[pointer.parent_pointer()].erase(pointer.back());
    else
        task[pointer] = Json::parse(GetParam().value);
    writeTask(task);
    const auto read = readNativeTask(root() / "Math/double");
    ASSERT_FALSE(read) << "accepted: " << GetParam().what;
    EXPECT_EQ(read.error().code, Errc::InvalidInput);
    const std::string expected
        = (root() / "Math/double/task.json").string() + ":" + GetParam().expected;
    EXPECT_NE(words(read.error()).find(expected), std::string::npos) << words(read.error());
}

INSTANTIATE_TEST_SUITE_P(
    Fields, BrokenTaskTest,
    ::testing::Values(
        BrokenField{"schema of the future", "/schema", "2", "schema: must be 1"},
        BrokenField{"no name", "/name", "", "name: is missing"},
        BrokenField{"name not the folder's", "/name", "\"triple\"", "name: must equal"},
        BrokenField{"capital letters", "/name", "\"Double\"", "name: may hold lower-case"},
        BrokenField{"unknown category", "/category", "\"Maths\"", "category: is not one of"},
        BrokenField{"difficulty out of range", "/difficulty", "9", "difficulty: must be 1 to 5"},
        BrokenField{"unknown field", "/colour", "1", "colour: is not a known field"},
        BrokenField{"unknown dtype", "/inputs/0/dtype", "\"float7\"",
                    "inputs[0].dtype: \"float7\""},
        BrokenField{"shape not an array", "/inputs/0/shape", "3",
                    "inputs[0].shape: must be an array"},
        BrokenField{"unknown dimension", "/outputs/0/shape", "[\"Q\"]",
                    "outputs[0].shape[0]: the formula"},
        BrokenField{"no generator", "/inputs/0/generator", "", "inputs[0].generator: is missing"},
        BrokenField{"unknown generator", "/inputs/0/generator", "{\"kind\":\"magic\"}",
                    "inputs[0].generator.kind: \"magic\""},
        BrokenField{"generator lacks a bound", "/inputs/0/generator",
                    "{\"kind\":\"uniform\",\"low\":0}", "inputs[0].generator.high: is missing"},
        BrokenField{"probability above one", "/inputs/0/generator",
                    "{\"kind\":\"mask\",\"probability\":1.5}",
                    "inputs[0].generator.probability: must lie"},
        BrokenField{"wide tolerance without reason", "/outputs/0/tolerance", "{\"condition\": 8}",
                    "outputs[0].tolerance.reason: is missing"},
        BrokenField{"condition below one", "/outputs/0/tolerance/condition", "0.5",
                    "outputs[0].tolerance.condition: must be at least 1"},
        BrokenField{"no outputs", "/outputs", "[]", "outputs: needs at least one"},
        BrokenField{"one distribution", "/distributions",
                    "[{\"name\":\"n\",\"kind\":\"normal\",\"mean\":0,\"stddev\":1}]",
                    "distributions: needs two"},
        BrokenField{"only even shapes", "/shapes/cpu/1/dims", "{\"B\": 4, \"N\": 16}",
                    "shapes.cpu: needs a shape with an odd extent"},
        BrokenField{"bad formula", "/flops", "\"B**N\"", "flops: the formula"},
        BrokenField{"huge tensor", "/shapes/gpu/0/dims/N", "1099511627776",
                    "inputs[0].shape: the tensor"}));

TEST_F(NativeTaskTest, RefusesTextThatIsNotJsonWithLineAndColumn)
{
    write("Math/double/task.json", "{\n  \"schema\": 1,\n  oops\n}");
    write("Math/double/reference.cpp", doubleSource());
    const auto read = readNativeTask(root() / "Math/double");
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().where.find("task.json:3:3"), std::string::npos) << read.error().where;
}

TEST_F(NativeTaskTest, RefusesATaskWithoutReference)
{
    write("Math/double/task.json", doubleTask().dump());
    const auto read = readNativeTask(root() / "Math/double");
    ASSERT_FALSE(read);
    EXPECT_NE(words(read.error()).find("reference.cpp"), std::string::npos);
}

} // namespace loupe
