// SPDX-License-Identifier: Apache-2.0
// Tests the layouts of robust-kbench 078f5ba (highlighted/results.csv and its primitives' output).
#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

constexpr const char *header
    = "Batch ID,Sample ID,CUDA Filename,Correct,Runtime (ms),Speedup,Speedup Compile,Max Diff,"
      "Error,Code,CUDA API Costs,task_name,forward\n";
constexpr const char *kernelFolder
    = "experiments/optimize_a/layernorm/forward/b3_s2_layernorm_fused/";

const std::string firstRow
    = "3,2,experiments/optimize_a/layernorm/forward/b3_s2_fused/kernel.cu,True,0.04,165.5,2.05,0.0,"
      ",\"line 1\nline \"\"2\"\"\",0.065,layernorm,True\n";

using RobustKbench = RecordsTest;

} // namespace

TEST_F(RobustKbench, TheTableBecomesARunPerBaseline)
{
    write("results.csv",
          header + firstRow
              + "1,0,experiments/optimize_a/mnist_pool/backward/b1_s0_x/kernel.cu,False,nan,nan,,"
                "0.5,,code,,mnist_pool,False\n"
                "1,1,experiments/optimize_a/mnist_pool/backward/b1_s1_x/kernel.cu,False,,,,nan,"
                "The kernel execution timed out after 300 seconds.,code,,mnist_pool,False\n");
    EXPECT_EQ(detected("results.csv"), "robust-kbench");
    const auto runs = read("robust-kbench", "results.csv");
    EXPECT_EQ(runNames(runs),
              (std::vector<std::string>{"robust-kbench results (eager)",
                                        "robust-kbench results (torch.compile (default))"}));
    const Evaluation &fused = evaluationOf(runs.at(0), "layernorm/forward", 2, 3);
    EXPECT_EQ(fused.verdict, Verdict::Correct);
    EXPECT_EQ(fused.speedup, 165.5);
    EXPECT_EQ(fused.candidateMs, 0.04);
    EXPECT_EQ(fused.candidate.source, "line 1\nline \"2\"");
    EXPECT_EQ(fused.candidate.method, "optimize_a");
    EXPECT_EQ(fused.candidate.cost.dollars, 0.065);
    EXPECT_EQ(evaluationOf(runs.at(1), "layernorm/forward", 2, 3).speedup, 2.05);
    EXPECT_EQ(evaluationOf(runs.at(0), "mnist_pool/backward", 0, 1).verdict, Verdict::WrongValue);
    EXPECT_EQ(evaluationOf(runs.at(0), "mnist_pool/backward", 1, 1).verdict, Verdict::RunTimeout);
    EXPECT_EQ(Json::parse(fused.originalRecord.view())["Speedup"], "165.5");
    // The table only has the folder's name. The kernel's path has its level.
    write("levels.csv",
          header
              + std::string("0,0,experiments/a/level_2/task_1/forward/b0_s0_x/kernel.cu,False,,,,"
                            ",,code,,task_1,True\n"));
    EXPECT_EQ(read("robust-kbench", "levels.csv").at(0).tasks.at(0).name, "level_2/task_1/forward");
}

TEST_F(RobustKbench, BadRowsAreRefusedWithTheirPlace)
{
    std::string row = firstRow;
    row.replace(row.find("True"), 4, "yes");
    write("results.csv", header + row);
    expectRefused("robust-kbench", "results.csv", "results.csv:2:Correct", "True or False");
    row = firstRow;
    row.replace(row.find("165.5"), 5, "-1");
    write("results.csv", header + row);
    expectRefused("robust-kbench", "results.csv", "results.csv:2:Speedup", "above 0");
    write("results.csv", header + firstRow + firstRow);
    expectRefused("robust-kbench", "results.csv", "results.csv:4", "in the table already");
    write("results.csv", header + firstRow + "1,2\n");
    expectRefused("robust-kbench", "results.csv", "results.csv:4", "2 fields");
    write("results.csv", "a,b\n1,2\n");
    expectRefused("robust-kbench", "results.csv", "results.csv:1", "is missing");
    write("results.csv", "");
    expectRefused("robust-kbench", "results.csv", "results.csv", "empty");
    write("results.csv", std::string(header) + "\xff\n");
    expectRefused("robust-kbench", "results.csv", "results.csv:2:1", "UTF-8");
}

TEST_F(RobustKbench, CombinesAFolderOfResults)
{
    const std::string kernel = kernelFolder;
    const Json device{{"devices", {{"GPU_0", {{"name", "NVIDIA H100"}}}}}};
    write(kernel + "kernel.cu", "__global__ void k();\n");
    write(kernel + "eval_results/compile_results.json",
          Json{{"error", false}, {"error_msg", ""}, {"compile_output", "ninja"}}.dump());
    write(kernel + "eval_results/test_results.json",
          Json{{"summary", {{"correct", true}, {"max_diff", 0.0}}},
               {"eval_settings",
                {{"n_1024",
                  {{"correct", true}, {"num_correct", 5}, {"max_diff", 1e-6}, {"atol", 1e-5}}}}},
               {"device_info", device},
               {"cuda_fname", kernel + "kernel.cu"}}
              .dump());
    write(kernel + "eval_results/time_results.json",
          Json{{"summary", {{"avg_mean_time", 0.5}}}, {"cuda_fname", kernel + "kernel.cu"}}.dump());
    for (const auto &[name, mean] : {std::pair("native", 2.0), std::pair("compile", 1.0)})
        write("tasks/layernorm/eval_results/forward/torch_" + std::string(name) + "_results.json",
              Json{{"summary", {{"avg_mean_time", mean}}},
                   {"eval_settings", {{"n_1024", {{"mean_time", mean}}}}}}
                  .dump());
    EXPECT_EQ(detected(""), "robust-kbench");
    const auto runs = read("robust-kbench", "");
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs.at(0).run.environment.deviceName, "NVIDIA H100 (recorded)");
    const Evaluation &eager = evaluationOf(runs.at(0), "layernorm/forward", 2, 3);
    EXPECT_EQ(eager.verdict, Verdict::Correct);
    EXPECT_EQ(eager.candidateMs, 0.5);
    EXPECT_EQ(eager.speedup, 4.0);
    EXPECT_EQ(eager.candidate.source, "__global__ void k();\n");
    ASSERT_EQ(eager.trials.size(), 1U);
    EXPECT_EQ(eager.trials.at(0).caseName, "n_1024");
    EXPECT_EQ(evaluationOf(runs.at(1), "layernorm/forward", 2, 3).speedup, 2.0);
    ASSERT_EQ(runs.at(1).golden.size(), 1U);
    EXPECT_EQ(runs.at(1).golden.at(0).milliseconds, 1.0);
    EXPECT_EQ(runs.at(1).golden.at(0).caseName, "n_1024");
    EXPECT_EQ(runs.at(0).files.size(), 6U);
}

TEST_F(RobustKbench, TasksOfTwoLevelsWithOneNumberAreTwoTasks)
{
    const auto times = [](double median, double mean) {
        const Json setting{{"median_time", median}, {"mean_time", mean}};
        return Json{{"summary", {{"avg_median_time", median}, {"avg_mean_time", mean}}},
                    {"eval_settings", {{"n_1024", setting}}}}
            .dump();
    };
    const std::string tasks = "tasks/kernelbench/";
    const std::string native = "/eval_results/forward/torch_native_results.json";
    write(tasks + "level_1/task_1" + native, times(2.0, 3.0));
    write(tasks + "level_2/task_1" + native, times(4.0, 5.0));
    write(tasks + "level_2/task_2" + native, times(0.0, 6.0)); // format of its profiler
    const RecordBatch batch = read("robust-kbench", "").at(0);
    ASSERT_EQ(batch.tasks.size(), 3U);
    EXPECT_EQ(batch.tasks.at(0).name, "level_1/task_1/forward");
    EXPECT_EQ(batch.tasks.at(0).level, 1);
    EXPECT_EQ(batch.tasks.at(1).name, "level_2/task_1/forward");
    EXPECT_EQ(batch.tasks.at(1).level, 2);
    ASSERT_EQ(batch.golden.size(), 3U);
    EXPECT_EQ(batch.golden.at(0).milliseconds, 2.0) << "the median";
    EXPECT_EQ(batch.golden.at(2).milliseconds, 6.0) << "the mean where there is no median";
    EXPECT_EQ(batch.golden.at(1).source, tasks + "level_2/task_1" + native)
        << "below what was imported, wherever that lay";
    write("a/layernorm" + native, times(1.0, 1.0));
    write("b/layernorm" + native, times(2.0, 2.0));
    expectRefused("robust-kbench", "", "b/layernorm" + native + ":summary",
                  "has times already, in a/layernorm");
}

TEST_F(RobustKbench, MediansAreDividedByMediansAndMeansByMeans)
{
    const auto time = [](double median, double mean) {
        return Json{{"summary", {{"avg_median_time", median}, {"avg_mean_time", mean}}}}.dump();
    };
    const std::string kernel = "experiments/optimize_a/level_1/task_3/forward/b0_s0_x/";
    write(kernel + "eval_results/test_results.json", Json{{"summary", {{"correct", true}}}}.dump());
    write(kernel + "eval_results/time_results.json", time(0.5, 0.8));
    for (const auto &[name, median] : {std::pair("native", 2.0), std::pair("compile", 0.0)})
        write("tasks/level_1/task_3/eval_results/forward/torch_" + std::string(name)
                  + "_results.json",
              Json{{"summary", {{"avg_median_time", median}, {"avg_mean_time", 4.0}}},
                   {"eval_settings", Json::object()}}
                  .dump());
    const auto runs = read("robust-kbench", "");
    const std::string task = "level_1/task_3/forward";
    EXPECT_EQ(evaluationOf(runs.at(0), task, 0, 0).speedup, 4.0);
    EXPECT_EQ(evaluationOf(runs.at(0), task, 0, 0).candidateMs, 0.5);
    EXPECT_EQ(evaluationOf(runs.at(1), task, 0, 0).speedup, 5.0);
    EXPECT_EQ(evaluationOf(runs.at(1), task, 0, 0).candidateMs, 0.8);
}

TEST_F(RobustKbench, KeepsTheReasonOfAFailure)
{
    const std::string kernel = kernelFolder;
    write(kernel + "eval_results/test_results.json",
          Json{{"summary",
                {{"correct", false},
                 {"error",
                  "CUDA kernel terminated abnormally. Potentially due to illegal memory "
                  "access."}}}}
              .dump());
    EXPECT_EQ(evaluationOf(read("robust-kbench", "").at(0), "layernorm/forward", 2, 3).verdict,
              Verdict::OutOfBounds);
    write(kernel + "eval_results/compile_results.json",
          Json{{"error", true}, {"error_msg", "nvcc: error"}}.dump());
    const auto runs = read("robust-kbench", "");
    EXPECT_EQ(evaluationOf(runs.at(0), "layernorm/forward", 2, 3).verdict, Verdict::CompileError);
    write(kernel + "eval_results/compile_results.json", "{\"error\": 1}");
    expectRefused("robust-kbench", "", kernel + "eval_results/compile_results.json:error",
                  "true or false");
}

} // namespace loupe::test
