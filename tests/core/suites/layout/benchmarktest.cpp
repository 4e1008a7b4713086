// SPDX-License-Identifier: Apache-2.0
#include "core/suites/layout/readbenchmark.h"

#include <map>

#include <sys/stat.h>

#include "tests/core/suites/benchmarkfixture.h"

namespace loupe {

using BenchmarkTest = test::BenchmarkTest;

namespace {

std::vector<std::string> names(const Benchmark &benchmark)
{
    std::vector<std::string> out;
    for (const BenchmarkTask &task : benchmark.tasks)
        out.push_back(task.task.name);
    return out;
}

} // namespace

TEST_F(BenchmarkTest, ReadsKernelBench)
{
    writeKernelBench();
    const Benchmark benchmark = read("kb");
    EXPECT_EQ(benchmark.name, "kernelbench");
    EXPECT_EQ(benchmark.protocol, "kernelbench-0.2");
    EXPECT_TRUE(benchmark.problems.empty());
    EXPECT_EQ(names(benchmark),
              (std::vector<std::string>{"level1/1_Square_matrix_multiplication_", "level1/19_ReLU",
                                        "level1/94_MSELoss", "level2/1_Conv2D_ReLU_BiasAdd"}));
    const BenchmarkTask &relu = benchmark.tasks[1];
    EXPECT_EQ(relu.task.suite, "kernelbench");
    EXPECT_EQ(relu.task.category, "activation");
    EXPECT_EQ(relu.task.level, 1);
    EXPECT_EQ(relu.entry, "Model");
    EXPECT_EQ(relu.facts.at("problem_id"), 19);
    EXPECT_EQ(relu.facts.at("imports"), Json({"torch"}));
    EXPECT_EQ(relu.task.sound, std::optional(false)) << "returning the input passes";
    EXPECT_NE(relu.task.soundnessReason.find("identity"), std::string::npos);
    EXPECT_FALSE(benchmark.tasks[2].task.sound) << "a caution is no verdict";
    EXPECT_EQ(benchmark.tasks[2].facts.at("cautions").size(), 1u);
    EXPECT_EQ(benchmark.tasks[3].task.category, "fused_conv2d");
    EXPECT_EQ(benchmark.tasks[3].facts.at("epilogue"), Json({"relu", "biasadd"}));
    EXPECT_NE(relu.task.hash, benchmark.tasks[2].task.hash);
}

TEST_F(BenchmarkTest, GivesTheSameHashForTheFolderOfTheTasks)
{
    writeKernelBench();
    EXPECT_EQ(read("kb").hash, read("kb/KernelBench").hash);
    write("kb/KernelBench/level1/19_ReLU.py", moduleSource("7"));
    EXPECT_NE(read("kb").tasks[1].task.hash, read("kb").tasks[0].task.hash);
}

TEST_F(BenchmarkTest, RecognisesTheTasksOfThePaper)
{
    write("kb/level1/97_CosineSimilarityLoss.py", moduleSource());
    EXPECT_EQ(read("kb").protocol, "kernelbench-0.0");
}

TEST_F(BenchmarkTest, ReadsIntactTasksNextToBrokenOnes)
{
    writeKernelBench();
    write("kb/KernelBench/level1/2_Standard.py", "import torch\nclass Other: ...\n");
    write("kb/KernelBench/level1/19_Again.py", moduleSource());
    const Benchmark benchmark = read("kb");
    EXPECT_EQ(benchmark.tasks.size(), 4u);
    ASSERT_EQ(benchmark.problems.size(), 2u);
    EXPECT_NE(benchmark.problems[0].text().find("2_Standard.py: the task defines no class Model"),
              std::string::npos)
        << benchmark.problems[0].text();
    EXPECT_EQ(benchmark.problems[1].file.filename(), "19_ReLU.py");
    EXPECT_NE(benchmark.problems[1].reason.find("19_Again.py"), std::string::npos);
}

TEST_F(BenchmarkTest, ATaskIsNeverReadFromOutsideOfItsSuite)
{
    namespace fs = std::filesystem;
    writeKernelBench();
    write("secret.py", moduleSource("9"));
    const fs::path level = root() / "kb/KernelBench/level1";
    fs::create_symlink(root() / "secret.py", level / "2_Shadow.py");
    fs::create_symlink("19_ReLU.py", level / "20_Again.py");
    ASSERT_EQ(::mkfifo((level / "3_Pipe.py").c_str(), 0600), 0);
    const Benchmark benchmark = read("kb");
    EXPECT_EQ(benchmark.find("level1/2_Shadow"), nullptr);
    EXPECT_NE(benchmark.find("level1/20_Again"), nullptr) << "a link within the suite";
    std::map<std::string, std::string> reasons;
    for (const SuiteProblem &problem : benchmark.problems)
        reasons[problem.task] = problem.reason;
    EXPECT_NE(reasons["level1/2_Shadow"].find("outside of the folder"), std::string::npos);
    EXPECT_EQ(reasons["level1/3_Pipe"], "is a named pipe, not a regular file");
}

TEST_F(BenchmarkTest, ReadsKernelBenchX)
{
    writeKernelBenchX();
    const Benchmark benchmark = read("kbx");
    EXPECT_EQ(benchmark.name, "kernelbench-x");
    EXPECT_EQ(names(benchmark),
              (std::vector<std::string>{"Activation/plain", "Fusion/fused_plain"}));
    EXPECT_EQ(benchmark.unlisted, std::vector<std::string>{"Math/extra_fp16"});
    const BenchmarkTask &task = benchmark.tasks[0];
    EXPECT_EQ(task.task.category, "Activation");
    EXPECT_EQ(task.task.title, "torch.something");
    EXPECT_EQ(task.task.level, 2);
    EXPECT_EQ(task.entry, "plain");
    EXPECT_EQ(task.facts.at("entries"), Json({"plain"}));
    EXPECT_EQ(task.implementation.find("test_results"), std::string::npos);
    EXPECT_NE(task.testSegment.find("test_results"), std::string::npos);
}

TEST_F(BenchmarkTest, NamesTheLineOfEachBrokenListEntry)
{
    writeKernelBenchX();
    write("kbx/data/kernelbenchx_v1.json", R"([
  {"file": "Activation/plain.py", "difficulty": 1},
  {"file": "Fusion/fused_plain.py", "file": "Fusion/other.py"},
  {"name": "no file"},
  {"file": "../../etc/passwd.py"},
  {"file": "Math/missing.py"},
  {"file": "Activation/plain.py"},
  {"file": "Math/bare.py"}
])");
    write("kbx/data/kernelbenchx/Math/bare.py", "def bare(): ...\n");
    const Benchmark benchmark = read("kbx");
    EXPECT_EQ(names(benchmark), std::vector<std::string>{"Activation/plain"});
    std::map<int, std::string> byLine;
    for (const SuiteProblem &problem : benchmark.problems)
        byLine[problem.line] += problem.reason;
    EXPECT_EQ(benchmark.problems.size(), 6u);
    EXPECT_NE(byLine[3].find("\"file\" occurs twice"), std::string::npos) << byLine[3];
    EXPECT_NE(byLine[4].find("no text field"), std::string::npos);
    EXPECT_NE(byLine[5].find("not the name of a task's file"), std::string::npos);
    EXPECT_NE(byLine[6].find("missing.py"), std::string::npos);
    EXPECT_NE(byLine[7].find("listed twice"), std::string::npos);
    EXPECT_NE(byLine[0].find("146"), std::string::npos) << "the place is the task's own file";
    for (const SuiteProblem &problem : benchmark.problems)
        EXPECT_FALSE(problem.hint.empty()) << problem.text();
}

TEST_F(BenchmarkTest, DistinguishesTwoKernelBenchXVersions)
{
    writeKernelBenchX();
    write("kbx/EVAL/1_exe_acc.py", "assert_close(a, b, equal_nan=True)\n");
    EXPECT_EQ(read("kbx").protocol, "kernelbench-x-2026-06");
    write("kbx/EVAL/1_exe_acc.py", "assert_close(a, b)\n");
    EXPECT_EQ(read("kbx").protocol, "kernelbench-x-2026-05");
}

TEST_F(BenchmarkTest, ReadsBothHalvesOfTritonBench)
{
    writeTritonBench();
    EXPECT_EQ(detectLayouts(root() / "tb"),
              (std::vector{SuiteLayout::TritonBenchT, SuiteLayout::TritonBenchG}));
    const Benchmark functions = read("tb");
    EXPECT_EQ(functions.name, "tritonbench-t");
    EXPECT_EQ(names(functions), std::vector<std::string>{"plain"});
    EXPECT_EQ(functions.tasks[0].facts.at("cautions").size(), 1u) << "its test prints nothing";
    const Benchmark code = read("tb", SuiteLayout::TritonBenchG);
    EXPECT_EQ(names(code), (std::vector<std::string>{"add_code", "copy_code"}));
    EXPECT_EQ(code.tasks[0].task.level, 3) << "written as text";
    EXPECT_EQ(code.tasks[0].entry, "add") << "the function its test calls";
    EXPECT_EQ(read("tb/data/TritonBench_G_v1").hash, code.hash) << "the folder of one half";
}

TEST_F(BenchmarkTest, ReadsMultiKernelBench)
{
    writeMultiKernelBench();
    const Benchmark benchmark = read("mkb");
    EXPECT_EQ(benchmark.protocol, "multikernelbench-2026-05");
    EXPECT_EQ(names(benchmark),
              (std::vector<std::string>{"activation/relu", "attention/plain_attention",
                                        "npukernelbench_level1/3_add"}));
    EXPECT_EQ(benchmark.tasks[0].task.sound, std::optional(false));
    EXPECT_EQ(benchmark.tasks[2].facts.at("cases"), 2);
    EXPECT_EQ(benchmark.tasks[2].facts.at("inputs"), "get_input_groups");
    EXPECT_EQ(benchmark.tasks[2].task.level, 1);
    const std::string before = benchmark.tasks[2].task.hash;
    write("mkb/reference/npukernelbench_level1/3_add.json", "{\"inputs\": [1]}\n");
    EXPECT_NE(read("mkb").tasks[2].task.hash, before) << "the cases are part of the task";
}

TEST_F(BenchmarkTest, NamesTheLineOfABrokenCaseOfMultiKernelBench)
{
    writeMultiKernelBench();
    write("mkb/reference/npukernelbench_level1/3_add.json", "{\"inputs\": []}\n{\"inputs\": [}\n");
    write("mkb/reference/npukernelbench_level1/4_sub.py", groupedSource());
    write("mkb/reference/loss/relu.py", moduleSource());
    const Benchmark benchmark = read("mkb");
    EXPECT_EQ(benchmark.tasks.size(), 2u);
    ASSERT_EQ(benchmark.problems.size(), 3u);
    EXPECT_NE(benchmark.problems[0].reason.find("another category"), std::string::npos);
    EXPECT_EQ(benchmark.problems[1].line, 2);
    EXPECT_EQ(benchmark.problems[2].file.filename(), "4_sub.json");
}

TEST_F(BenchmarkTest, DistinguishesFourMultiKernelBenchVersions)
{
    write("mkb/reference/activation/relu.py", moduleSource());
    EXPECT_EQ(read("mkb").protocol, "multikernelbench-2025-07");
    EXPECT_FALSE(read("mkb").tasks[0].task.sound) << "its inputs were normal numbers then";
    write("mkb/reference/attention/plain_attention.py", moduleSource());
    EXPECT_EQ(read("mkb").protocol, "multikernelbench-2025-11");
    write("mkb/utils/correctness.py", "torch.allclose(a, b, atol=1e-04, rtol=1e-04)\n");
    EXPECT_EQ(read("mkb").protocol, "multikernelbench-2026-01");
}

TEST_F(BenchmarkTest, ReadsKernelGenBench)
{
    writeKernelGenBench();
    const Benchmark benchmark = read("kgb");
    EXPECT_EQ(names(benchmark),
              (std::vector<std::string>{"aten::_softmax", "aten::add", "cublas::cublasSgemm_v2",
                                        "vllm13::rms_norm"}));
    EXPECT_EQ(benchmark.tasks[0].task.sound, std::optional(false)) << "it has no test";
    EXPECT_FALSE(benchmark.tasks[1].task.sound);
    EXPECT_EQ(benchmark.tasks[1].facts.at("interfaces"), Json({"add.Tensor", "add.out"}));
    EXPECT_EQ(benchmark.tasks[1].task.category, "aten");
    EXPECT_EQ(benchmark.tasks[2].facts.at("class"), "level 3");
    EXPECT_EQ(benchmark.tasks[3].facts.at("class"), "norm");
    EXPECT_FALSE(benchmark.tasks[3].implementation.empty());
    std::filesystem::remove(root() / "kgb/src/kernelgenbench/accuracy/vllm13/test_rms_norm.py");
    const Benchmark broken = read("kgb");
    EXPECT_EQ(broken.tasks.size(), 3u);
    ASSERT_EQ(broken.problems.size(), 1u);
    EXPECT_EQ(broken.problems[0].task, "vllm13::rms_norm");
}

TEST_F(BenchmarkTest, WarnsOfKernelGenBenchReferencesThatPassScalarsOfTheHost)
{
    writeKernelGenBench();
    write("kgb/agent_bench/prompts/KernelGenBench/cublas__cublasSdot_v2.md", "# Task\n");
    write("kgb/src/kernelgenbench/dataset/baseline/cublas/cublasSdot_v2.py", "def f(): ...\n");
    write("kgb/src/kernelgenbench/accuracy/cublas/test_cublasSdot_v2.py", "def test_f(): ...\n");
    const Benchmark benchmark = read("kgb");
    ASSERT_EQ(benchmark.tasks.size(), 5u);
    EXPECT_EQ(benchmark.tasks[2].task.name, "cublas::cublasSdot_v2");
    ASSERT_EQ(benchmark.tasks[2].facts.count("cautions"), 1u);
    const std::string caution = benchmark.tasks[2].facts.at("cautions").at(0);
    EXPECT_NE(caution.find("illegal memory access"), std::string::npos) << caution;
    EXPECT_FALSE(benchmark.tasks[2].task.sound) << "a caution is no verdict";
    EXPECT_EQ(benchmark.tasks[3].facts.count("cautions"), 0u) << benchmark.tasks[3].task.name;
}

TEST_F(BenchmarkTest, RefusesOtherFoldersAndListsLayouts)
{
    write("something/readme.txt", "hello");
    const auto unknown = readBenchmark(root() / "something");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, Errc::InvalidInput);
    for (const char *wanted :
         {"task.json", "KernelBench/level1", "kernelbenchx_v1.json", "TritonBench_T_v1",
          "TritonBench_G_v1", "reference/<category>", "agent_bench/prompts"})
        EXPECT_NE(unknown.error().detail.find(wanted), std::string::npos) << wanted;
    EXPECT_EQ(readBenchmark(root() / "nowhere").error().code, Errc::NotFound);
    writeTask(doubleTask(), "native/Math/double");
    EXPECT_EQ(detectLayout(root() / "native").value(), SuiteLayout::Native);
    EXPECT_EQ(readBenchmark(root() / "native").error().code, Errc::Unsupported);
    writeKernelBench();
    const auto other = readBenchmark(root() / "kb", SuiteLayout::KernelBenchX);
    ASSERT_FALSE(other);
    EXPECT_NE(other.error().message.find("KernelBench-X"), std::string::npos);
}

TEST_F(BenchmarkTest, RefusesASuiteWithoutReadableTasks)
{
    writeKernelBenchX();
    write("kbx/data/kernelbenchx_v1.json", "[{\"file\": \"Math/missing.py\"},");
    const auto broken = readBenchmark(root() / "kbx");
    ASSERT_FALSE(broken);
    EXPECT_NE(broken.error().message.find("no task of this KernelBench-X"), std::string::npos);
    EXPECT_NE(broken.error().detail.find("kernelbenchx_v1.json:1"), std::string::npos)
        << broken.error().detail;
}

TEST_F(BenchmarkTest, LayoutNamesRoundTrip)
{
    for (const char *known : {"native", "kernelbench", "kernelbench-x", "tritonbench-t",
                              "tritonbench-g", "multikernelbench", "kernelgenbench"})
        EXPECT_STREQ(name(suiteLayoutFromName(known).value()), known);
    EXPECT_FALSE(suiteLayoutFromName("KernelBench"));
}

} // namespace loupe
