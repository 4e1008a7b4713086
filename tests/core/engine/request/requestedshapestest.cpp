// SPDX-License-Identifier: Apache-2.0
//
// Tests what a file of shapes makes of a benchmark's tasks, and what is refused of it.
#include "core/engine/request/requestedshapes.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace {

BenchmarkTask taskOf(const std::string &name, const std::string &implementation)
{
    BenchmarkTask task;
    task.task.name = name;
    task.file = "/kb/KernelBench/" + name + ".py";
    task.implementation = implementation;
    task.entry = "Model";
    task.facts["precision"] = "fp32";
    return task;
}

Benchmark benchmark()
{
    Benchmark out;
    out.layout = SuiteLayout::KernelBench;
    out.name = "kernelbench";
    out.tasks = {taskOf("level1/1_P",
                        "M = 4\nN = M * 2\nshape = (3,)\nsizes = [1, 2]\n"
                        "rate = 0.5\nmode = 'sum'\nother = f()\n"),
                 taskOf("level1/19_Q", "dim = 8\n"), taskOf("level2/1_P", "def get_inputs(): ..."),
                 taskOf("level2/2_Only", "dim = 8\n")};
    return out;
}

Status chosen(const std::string &text, Benchmark &out)
{
    PythonRequest request;
    request.shapes = text;
    return chooseShapes(request, out);
}

/// Returns "place: message" of what is refused.
std::string refusalOf(const std::string &text)
{
    Benchmark unchanged = benchmark();
    const Status status = chosen(text, unchanged);
    return status ? "accepted" : status.error().where + ": " + status.error().message;
}

} // namespace

TEST(RequestedShapes, ATaskIsNamedByNameNumberOrFile)
{
    for (const char *name : {"level1/19_Q", "level1/19", "19_Q.py", "19_Q"}) {
        Benchmark out = benchmark();
        ASSERT_TRUE(chosen(R"({")" + std::string(name) + R"(": [{"dim": 16}, {"dim": 12}]})", out))
            << name;
        const BenchmarkTask &task = out.tasks[1];
        EXPECT_EQ(task.implementation, "dim = 8\n") << "the first shape is the task's own";
        ASSERT_EQ(task.otherShapes.size(), 2U) << name;
        EXPECT_EQ(task.shapes, 3);
        EXPECT_EQ(task.otherShapes[0].shapes, 3);
        EXPECT_EQ(task.otherShapes[0].implementation, "dim = 16\n");
        EXPECT_EQ(task.otherShapes[0].shape, "dim=16");
        EXPECT_EQ(task.otherShapes[0].task.name, "level1/19_Q");
        EXPECT_EQ(task.otherShapes[0].facts.at("precision"), Json("fp32"));
        EXPECT_EQ(task.otherShapes[1].shape, "dim=12");
        EXPECT_TRUE(out.tasks[0].otherShapes.empty());
    }
}

TEST(RequestedShapes, ATextIsReadLikeAFile)
{
    PythonRequest request;
    ASSERT_TRUE(readShapes(request)) << "there may be none";
    request.shapes = R"({ "level1/19": [ {"dim": 16} ] })";
    ASSERT_TRUE(readShapes(request));
    EXPECT_EQ(request.shapes, R"({"level1/19":[{"dim":16}]})");
    request.shapes = R"({"level1/19": []})";
    const Status empty = readShapes(request);
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error().where, "shapes:level1/19");
}

TEST(RequestedShapes, SequencesKeepTheirTypes)
{
    Benchmark out = benchmark();
    ASSERT_TRUE(chosen(R"({"level1/1_P": [{"shape": [4096], "sizes": [3, 4], "M": 7}]})", out));
    ASSERT_EQ(out.tasks[0].otherShapes.size(), 1U);
    EXPECT_EQ(out.tasks[0].otherShapes[0].implementation,
              "M = 7\nN = M * 2\nshape = (4096,)\nsizes = [3,4]\nrate = 0.5\nmode = 'sum'\n"
              "other = f()\n");
    EXPECT_EQ(out.tasks[0].otherShapes[0].shape, "M=7, shape=[4096], sizes=[3,4]");
}

TEST(RequestedShapes, TheTasksOwnShapeIsNotRepeated)
{
    Benchmark out = benchmark();
    ASSERT_TRUE(chosen(R"({"level1/19": [{"dim": 8}, {"dim": 9}]})", out));
    ASSERT_EQ(out.tasks[1].otherShapes.size(), 1U);
    EXPECT_EQ(out.tasks[1].otherShapes[0].shape, "dim=9");
}

TEST(RequestedShapes, TheOwnShapeMayBeWrittenInAnotherWay)
{
    for (const char *own :
         {R"({"dim": 8.0})", R"({"dim": 0.8e1})", R"({"rows": 4096, "dim": 8})", R"({"x": 16})",
          R"({"pair": [2, 3], "rate": 5e-1})", R"({"scale": 2})"}) {
        Benchmark out = benchmark();
        out.tasks = {taskOf("level1/1_P",
                            "dim = 8\nrows = 64 * 64  # 4096\nx = dim * 2\npair = (2, 3)\n"
                            "rate = 0.5\nscale = 2.0\n")};
        ASSERT_TRUE(chosen(R"({"level1/1": [)" + std::string(own) + R"(, {"dim": 9}]})", out))
            << own;
        ASSERT_EQ(out.tasks[0].otherShapes.size(), 1U) << own;
        EXPECT_EQ(out.tasks[0].otherShapes[0].shape, "dim=9");
        EXPECT_EQ(out.tasks[0].shapes, 2);
    }
}

TEST(RequestedShapes, AConstantThatFollowsAnotherIsOfTheOwnShapeOnlyWithIt)
{
    Benchmark out = benchmark();
    ASSERT_TRUE(chosen(R"({"level1/1_P": [{"M": 5, "N": 8}]})", out));
    ASSERT_EQ(out.tasks[0].otherShapes.size(), 1U);
    EXPECT_TRUE(out.tasks[0].otherShapes[0].implementation.starts_with("M = 5\nN = 8\n"))
        << "8 is N of the own M only";
}

TEST(RequestedShapes, AShapeIsNotTakenForTheOwnOneByAValueThatChangesLater)
{
    for (const char *change : {"n *= 2", "n, k = 8, 1", "k = n = 8", "if True:\n    n = 8",
                               "k = 1; n = 8", "k = (n := 8)"}) {
        Benchmark out = benchmark();
        const std::string changed = "n = 4\n" + std::string(change) + "\n";
        out.tasks = {taskOf("level1/1_P", changed + "m = n\nlast = m\n")};
        ASSERT_TRUE(chosen(R"({"level1/1": [{"m": 4}, {"last": 4}]})", out)) << change;
        ASSERT_EQ(out.tasks[0].otherShapes.size(), 2U) << change << ": n is 8 there, not 4";
        EXPECT_EQ(out.tasks[0].otherShapes[0].implementation, changed + "m = 4\nlast = m\n");
    }
}

TEST(RequestedShapes, EqualShapesHaveOneDigest)
{
    PythonRequest first;
    first.shapes = R"({"level1/19": [{"rows": 1e3, "dim": 16}]})";
    PythonRequest second;
    second.shapes = R"({"level1/19": [{"dim": 16.0, "rows": 1000}]})";
    ASSERT_TRUE(readShapes(first));
    ASSERT_TRUE(readShapes(second));
    EXPECT_EQ(first.shapes, R"({"level1/19":[{"dim":16,"rows":1000}]})");
    EXPECT_EQ(shapesDigest(first.shapes), shapesDigest(second.shapes));
}

TEST(RequestedShapes, ValuesHaveTheTypesOfTheConstants)
{
    Benchmark out = benchmark();
    ASSERT_TRUE(
        chosen(R"({"level1/1_P": [{"M": 7e0, "rate": 1}, {"rate": 0.25}, {"other": 0.5}]})", out));
    const auto textOf
        = [&](std::size_t shape) { return out.tasks[0].otherShapes.at(shape).implementation; };
    EXPECT_TRUE(textOf(0).starts_with("M = 7\n")) << textOf(0);
    EXPECT_NE(textOf(0).find("rate = 1.0\n"), std::string::npos) << textOf(0);
    EXPECT_NE(textOf(1).find("rate = 0.25\n"), std::string::npos) << textOf(1);
    EXPECT_NE(textOf(2).find("other = 0.5\n"), std::string::npos)
        << "the type of a call is not known: " << textOf(2);
}

TEST(RequestedShapes, AllTasksHaveTheDigestOfTheShapes)
{
    EXPECT_EQ(shapesDigest({}), "");
    const std::string text = R"({"level1/19":[{"dim":9}]})";
    Benchmark out = benchmark();
    ASSERT_TRUE(chosen(text, out));
    for (const BenchmarkTask &task : out.tasks)
        EXPECT_EQ(task.facts.at("shapes"), Json(shapesDigest(text)));
    EXPECT_EQ(out.tasks[1].otherShapes[0].facts.at("shapes"), Json(shapesDigest(text)));
    EXPECT_EQ(shapesDigest(text).size(), 8U);
    EXPECT_NE(shapesDigest(text), shapesDigest(R"({"level1/19":[{"dim":10}]})"));

    Benchmark plain = benchmark();
    ASSERT_TRUE(chosen({}, plain));
    EXPECT_FALSE(plain.tasks[0].facts.contains("shapes"));
}

TEST(RequestedShapes, BadInputIsRefusedWithItsPlace)
{
    const std::string numbers = "the value must be a number, or a list of 1 to 64 numbers";
    const std::map<std::string, std::string> refused{
        {"[]", "shapes: a file of shapes must be an object of tasks, each with a list of shapes"},
        {"{}", "shapes: a file of shapes must be an object of tasks, each with a list of shapes"},
        {R"({"level1/19": []})", "shapes:level1/19: a task must have a list of at least one shape"},
        {R"({"level1/19": {"dim": 4}})",
         "shapes:level1/19: a task must have a list of at least one shape"},
        {R"({"level1/19": [4]})",
         "shapes:level1/19[0]: a shape must be an object of constants with other values"},
        {R"({"level1/19": [{"dim": 4}, {}]})",
         "shapes:level1/19[1]: a shape must be an object of constants with other values"},
        {R"({"level1/19": [{"dim": "4096"}]})", "shapes:level1/19[0].dim: " + numbers},
        {R"({"level1/19": [{"dim": true}]})", "shapes:level1/19[0].dim: " + numbers},
        {R"({"level1/19": [{"dim": []}]})", "shapes:level1/19[0].dim: " + numbers},
        {R"({"level1/19": [{"dim": [1, "2"]}]})", "shapes:level1/19[0].dim: " + numbers},
        {R"({"level1/19": [{"dim": 4}, {"dim": 4}]})",
         "shapes:level1/19[1]: the shape comes twice"},
        {R"({"level1/19": [{"dim": 4}, {"dim": 4e0}]})",
         "shapes:level1/19[1]: the shape comes twice"},
        {R"({"level1/1_P": [{"M": 5}, {"M": 5, "shape": [3]}]})",
         "shapes:level1/1_P[1]: the shape comes twice"},
        {R"({"level1/19": [{"dim": 0.5}]})",
         "shapes:level1/19[0].dim: the value must be an integer, as 8 in the task's file, not 0.5"},
        {R"({"level1/1_P": [{"N": 2.5}]})",
         "shapes:level1/1_P[0].N: the value must be an integer, as M * 2 in the task's file, not "
         "2.5"},
        {R"({"level1/1_P": [{"sizes": [1, 0.5]}]})",
         "shapes:level1/1_P[0].sizes: the value must be an integer, as [1, 2] in the task's file, "
         "not 0.5"},
        {R"({"level1/1_P": [{"mode": 1}]})",
         "shapes:level1/1_P[0].mode: the task's file assigns 'sum', which is no number"},
        {R"({"level1/19": [{"dim": 8}], "level1/19_Q": [{"dim": 5}]})",
         "shapes:level1/19_Q: \"level1/19_Q\" names level1/19_Q again"},
        {R"({"level1/19": [{"dim": 4, "dmi": 5}]})",
         "shapes:level1/19[0].dmi: level1/19_Q has no constant \"dmi\""},
        {R"({"level2/1": [{"dim": 4}]})",
         "shapes:level2/1[0].dim: level2/1_P has no constant \"dim\""},
        {R"({"level9/19": [{"dim": 4}]})", "shapes:level9/19: the suite has no task \"level9/19\""},
        {R"({"1_P.py": [{"M": 4}]})", "shapes:1_P.py: \"1_P.py\" names level1/1_P and level2/1_P"},
        {R"({"level1/19": [{"dim": 4}], "level1/19_Q": [{"dim": 5}]})",
         "shapes:level1/19_Q: \"level1/19_Q\" names level1/19_Q again"},
    };
    for (const auto &[text, expected] : refused)
        EXPECT_EQ(refusalOf(text), expected) << text;
    EXPECT_TRUE(refusalOf("{").starts_with("shapes:1:")) << refusalOf("{");
    std::string many;
    for (int i = 0; i < 17; ++i)
        many += (i > 0 ? "," : "") + std::string(R"({"dim": )") + std::to_string(100 + i) + "}";
    EXPECT_EQ(refusalOf(R"({"level1/19": [)" + many + "]}"),
              "shapes:level1/19: a task can have 16 further shapes, not 17");
}

TEST(RequestedShapes, SuggestsConstantsAndTasks)
{
    Benchmark out = benchmark();
    EXPECT_EQ(chosen(R"({"level1/1_P": [{"X": 4}]})", out).error().hint,
              "its constants are M, N, mode, other, rate, shape, sizes");
    EXPECT_EQ(chosen(R"({"level2/1_P": [{"X": 4}]})", out).error().hint,
              "the task's file assigns no constant: give its sizes names there first");
}

TEST(RequestedShapes, OtherSuitesAndSeveralBaselinesAreRefused)
{
    Benchmark other = benchmark();
    other.layout = SuiteLayout::TritonBenchG;
    other.name = "tritonbench-g";
    const Status ofSuite = chosen(R"({"level1/19": [{"dim": 4}]})", other);
    ASSERT_FALSE(ofSuite);
    EXPECT_EQ(ofSuite.error().code, Errc::Unsupported);
    EXPECT_EQ(ofSuite.error().hint, "leave --shapes out");
}

/// Files of shapes.
class ShapesFile : public test::FolderTest
{
};

TEST_F(ShapesFile, IsReadIntoTheRequest)
{
    PythonRequest request;
    ASSERT_TRUE(readShapes(request));
    EXPECT_EQ(request.shapes, "") << "without a file there are none";
    write("s.json", "{ \"level1/19\":\n [ {\"dim\": 4} ] }\n");
    request.shapesFile = root() / "s.json";
    ASSERT_TRUE(readShapes(request));
    EXPECT_EQ(request.shapes, R"({"level1/19":[{"dim":4}]})");
}

TEST_F(ShapesFile, IsNamedWhereItIsRefused)
{
    PythonRequest request;
    request.shapesFile = root() / "s.json";
    EXPECT_EQ(readShapes(request).error().code, Errc::NotFound);
    write("s.json", R"({"level1/19": []})");
    const Status refused = readShapes(request);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().where, (root() / "s.json").string() + ":level1/19");
    EXPECT_EQ(request.shapes, "");
}

} // namespace loupe
