// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/records/kernelbenchxfixture.h"

namespace loupe::test {

/// Smallest file of a format that holds a result. JSON is on one line.
struct SmallestSource {
    std::string format;
    std::string file; ///< with the folders whose names carry data
    std::string text;
    bool isLines = false; ///< more records may follow, one per line

    bool isJson() const { return !file.ends_with(".csv"); }
};

/// Returns a source of every format. See kernelbench.md, kernelbenchx.md, kernelgenbench.md and
/// multikernelbench.md of the specification, and the tests of each reader.
inline std::vector<SmallestSource> smallestSources()
{
    const Json evaluated{{"compiled", true},
                         {"correctness", true},
                         {"metadata", {{"hardware", "NVIDIA Made Up 9"}}},
                         {"runtime", 2.5},
                         {"runtime_stats", Json::object()}};
    Json sampled = evaluated;
    sampled["sample_id"] = 0;
    Json published = evaluated;
    published.erase("correctness");
    published["correct"] = true;
    const Json caesar{{"metadata",
                       {{"problem", "KernelBench/level2/3_Conv2d_ReLU.py"},
                        {"problem_id", "3"},
                        {"sample_id", 1}}},
                      {"1", {{"kernel_code", "k1"}, {"eval_result", evaluated}}}};
    const Json cudaL1{{"level_id", 1},
                      {"task_id", 1},
                      {"ref_code", "class Model: pass\n"},
                      {"custom_code", "class ModelNew: pass\n"},
                      {"cuda_graph_code", nullptr},
                      {"cudnn_code", nullptr},
                      {"score_default", 2.5},
                      {"score_torch_compile_default", 1.25},
                      {"score_torch_compile_reduce_overhead", 0.5},
                      {"score_cuda_graph", nullptr},
                      {"score_cudnn", nullptr}};
    const Json trace{
        {"definition", "rmsnorm"},
        {"workload",
         {{"uuid", "w1"}, {"axes", {{"M", 32}}}, {"inputs", {{"A", {{"type", "random"}}}}}}},
        {"solution", "s"},
        {"evaluation",
         {{"status", "PASSED"},
          {"log", "built"},
          {"environment", {{"hardware", "NVIDIA_H100"}, {"libs", {{"torch", "2.6.0"}}}}},
          {"timestamp", "2025-06-27T12:45:00Z"},
          {"correctness", {{"max_relative_error", 1e-5}, {"max_absolute_error", 1e-5}}},
          {"performance",
           {{"latency_ms", 0.008}, {"reference_latency_ms", 0.019}, {"speedup_factor", 2.375}}}}}};
    const Json geak{{"instruction", "write it"}, {"label", "reference"}, {"filename", "add.py"},
                    {"test_code", "t"},          {"predict", "a"},       {"speedup", 1.5}};
    const Json golden
        = Json::array({{{"input_size", {{4, 8}}}, {"ms", 0.5}, {"GB/s", 32.0}, {"TFLOPS", 0.5}}});
    const Json agent{{"backend", "cuda"},
                     {"eval_result", evaluated},
                     {"level", 1},
                     {"model_name", "maker"},
                     {"precision", "fp32"},
                     {"problem_id", 19},
                     {"problem_name", "19_ReLU.py"},
                     {"status", "evaluated"}};
    const Json baseline{
        {"level1",
         {{"19_ReLU.py", {{"mean", 2.66}, {"std", 0.01}, {"min", 2.65}, {"max", 2.86}}}}}};
    const Json counts{{"averages", {{"avg_pass@1", 0.5}}},
                      {"metadata", {{"total_problems", 1}, {"problems_with_samples", 1}}},
                      {"problems", {{"1", {{"total_samples", 2}, {"correct_samples", 1}}}}}};
    const Json kbx{
        {"Math/add.py",
         {{"file", "Math/add.py"},
          {"call_ok", true},
          {"exe_ok", true},
          {"perf_ok", true},
          {"dtype", "float32"},
          {"runtime_ms", 2.0},
          {"gbs", 2.0},
          {"tflops", 2.0},
          {"speedup", 1.25},
          {"maintainability", 61.3},
          {"code_quality", Json::object()},
          {"performance",
           Json::array({{{"input_size", {{4096}}}, {"ms", 0.5}, {"GB/s", 8.0}, {"TFLOPS", 0.1}}})},
          {"error", ""},
          {"code", kernelBenchXCode("kernel")}}}};
    const Json collected{{"file", "Math/sub.py"}, {"model", "m"},          {"before", "a"},
                         {"after", "b"},          {"before_speedup", 1.0}, {"after_speedup", 3.0}};
    const Json kgb{
        {"run_name", "normal_cc_KernelGenBench_20260601_120000"},
        {"dataset", "KernelGenBench"},
        {"timestamp", "2026-06-01T12:00:00"},
        {"summary", {{"total", 1}, {"passed", 1}, {"failed", 0}}},
        {"operators",
         {{"aten::add",
           {{"status", "passed"}, {"total_tests", 4}, {"passed_tests", 4}, {"failed_tests", 0}}}}}};
    const Json mkb{
        {"adam",
         {{"compiled", true},
          {"correctness", true},
          {"performance",
           {{"mean", 0.5}, {"std", 0.1}, {"min", 0.4}, {"max", 0.6}, {"num_trials", 100}}},
          {"hardware", "NVIDIA L20"},
          {"cheating", false}}}};
    return {
        {"caesar", "run/problem_3/sample_1/log.json", caesar.dump()},
        {"cuda-l1", "a100.jsonl", cudaL1.dump() + "\n", true},
        {"flashinfer-trace", "t.jsonl", trace.dump() + "\n", true},
        {"geak", "g/out_0.jsonl", geak.dump() + "\n", true},
        {"golden-results", "m/good.json", golden.dump()},
        {"kbx-corpus", "corpus.jsonl", kernelBenchXText({kernelBenchXSample().front()}), true},
        {"kernelbench", "m_l1/eval_results.json", Json{{"1", sampled}}.dump()},
        {"kernelbench-agent", "loop/results.jsonl", agent.dump() + "\n", true},
        {"kernelbench-baseline", "M/baseline_time_torch.json", baseline.dump()},
        {"kernelbench-pass-at-k", "m_l2/pass_at_k_results.json", counts.dump()},
        {"kernelbench-samples", "baseline_eval/level2/maker/problem_3/sample_0/kernel.json",
         Json{{"kernel", "class ModelNew: pass"}, {"eval_result", {{"eval_0", published}}}}.dump()},
        {"kernelbench-x", "x/metrics.json", kbx.dump()},
        {"kernelbench-x-collected", "c/good_changes.jsonl", collected.dump() + "\n", true},
        {"kernelgenbench", "normal_cc_KernelGenBench_20260601_120000/results.json", kgb.dump()},
        {"multikernelbench", "output/cuda/add_shot/0.2-0.95/gpt-4o/run3/result.json", mkb.dump()},
        {"robust-kbench", "results.csv",
         "Batch ID,Sample ID,CUDA Filename,Correct,Runtime (ms),Speedup,Speedup Compile,Max Diff,"
         "Error,Code,CUDA API Costs,task_name,forward\n"
         "3,2,experiments/optimize_a/layernorm/forward/b3_s2_fused/kernel.cu,True,0.04,165.5,2.05,"
         "0.0,,code,0.065,layernorm,True\n",
         true},
        {"table", "mine.csv", "task,correct,candidate_ms\nadd,true,2.5\n", true},
    };
}

} // namespace loupe::test
