// SPDX-License-Identifier: Apache-2.0
// Tests the published suites, if their checkouts are next to the project (../checkouts), and
// published submissions and lists (../shared/data). Expected numbers come from the suites' papers
// and READMEs and from the specifications, independently of this code.
#include "core/suites/layout/readbenchmark.h"
#include "core/suites/submissions/submissions.h"

#include <algorithm>

#include "tests/core/suites/benchmarkfixture.h"

namespace loupe {

namespace fs = std::filesystem;

namespace {

fs::path beside(const std::string &name)
{
    return fs::path(LOUPE_SOURCE_DIR).parent_path() / name;
}

class PublishedSuites : public test::BenchmarkTest
{
protected:
    Benchmark suite(const std::string &checkout, std::optional<SuiteLayout> layout = std::nullopt)
    {
        auto benchmark = readBenchmark(beside("checkouts/" + checkout), layout);
        EXPECT_TRUE(benchmark) << (benchmark ? "" : benchmark.error().text());
        return benchmark ? std::move(*benchmark) : Benchmark{};
    }
    static bool has(const std::string &place) { return fs::exists(beside(place)); }
};

#define SKIP_WITHOUT(place)                                                                        \
    if (!has(place))                                                                               \
    GTEST_SKIP() << "SKIPPED: " << beside(place) << " is not there"

std::ptrdiff_t count(const Benchmark &benchmark, const std::string &category)
{
    return std::count_if(benchmark.tasks.begin(), benchmark.tasks.end(),
                         [&](const BenchmarkTask &task) { return task.task.category == category; });
}

std::ptrdiff_t countLevel(const Benchmark &benchmark, int level)
{
    return std::count_if(benchmark.tasks.begin(), benchmark.tasks.end(),
                         [&](const BenchmarkTask &task) { return task.task.level == level; });
}

} // namespace

TEST_F(PublishedSuites, KernelBenchHas270Tasks)
{
    SKIP_WITHOUT("checkouts/KernelBench");
    const Benchmark benchmark = suite("KernelBench");
    EXPECT_TRUE(benchmark.problems.empty());
    EXPECT_EQ(benchmark.tasks.size(), 270u);
    EXPECT_EQ(countLevel(benchmark, 1), 100);
    EXPECT_EQ(countLevel(benchmark, 2), 100);
    EXPECT_EQ(countLevel(benchmark, 3), 50);
    EXPECT_EQ(countLevel(benchmark, 4), 20);
    EXPECT_EQ(benchmark.version.size(), 40u);
    // Specification, 1.4: categories by number.
    const std::vector<std::pair<std::string, int>> categories{{"matmul", 18},
                                                              {"activation", 15},
                                                              {"normalization", 8},
                                                              {"pooling", 6},
                                                              {"reduction", 6},
                                                              {"conv_standard", 12},
                                                              {"conv_transposed", 17},
                                                              {"conv_depthwise", 6},
                                                              {"scan", 5},
                                                              {"loss", 6},
                                                              {"attention", 1},
                                                              {"fused_conv2d", 21},
                                                              {"fused_gemm", 19},
                                                              {"fused_matmul", 17},
                                                              {"fused_conv3d", 12},
                                                              {"fused_bmm", 1},
                                                              {"fused_convtranspose3d", 19},
                                                              {"fused_convtranspose2d", 11},
                                                              {"mlp", 3},
                                                              {"cnn", 24},
                                                              {"recurrent", 10}};
    for (const auto &[category, tasks] : categories)
        EXPECT_EQ(count(benchmark, category), tasks) << category;
    EXPECT_EQ(count(benchmark, "other"), 0);
}

TEST_F(PublishedSuites, KernelBenchXHas176TasksAndEightMoreFiles)
{
    SKIP_WITHOUT("checkouts/KernelBenchX");
    const Benchmark benchmark = suite("KernelBenchX");
    EXPECT_TRUE(benchmark.problems.empty());
    EXPECT_EQ(benchmark.tasks.size(), 176u);
    EXPECT_EQ(benchmark.unlisted.size(), 8u);
    EXPECT_EQ(count(benchmark, "Fusion"), 60);
    EXPECT_EQ(countLevel(benchmark, 3), 59);
}

TEST_F(PublishedSuites, TritonBenchHas166And184Tasks)
{
    SKIP_WITHOUT("checkouts/TritonBench");
    const Benchmark functions = suite("TritonBench", SuiteLayout::TritonBenchT);
    const Benchmark code = suite("TritonBench", SuiteLayout::TritonBenchG);
    EXPECT_EQ(functions.tasks.size(), 166u);
    EXPECT_EQ(code.tasks.size(), 184u);
    EXPECT_TRUE(functions.problems.empty() && code.problems.empty());
}

TEST_F(PublishedSuites, MultiKernelBenchHas401TasksOfWhich300Classic)
{
    SKIP_WITHOUT("checkouts/MultiKernelBench");
    const Benchmark benchmark = suite("MultiKernelBench");
    EXPECT_TRUE(benchmark.problems.empty());
    EXPECT_EQ(benchmark.tasks.size(), 401u);
    std::ptrdiff_t classic = 0;
    std::size_t cases = 0;
    for (const BenchmarkTask &task : benchmark.tasks) {
        classic += task.task.category.rfind("npukernelbench", 0) == 0 ? 0 : 1;
        if (task.facts.count("cases") > 0)
            cases += task.facts.at("cases").get<std::size_t>();
    }
    EXPECT_EQ(classic, 300);
    EXPECT_EQ(cases, 5128u);
}

TEST_F(PublishedSuites, KernelGenBenchHas210Tasks)
{
    SKIP_WITHOUT("checkouts/KernelGenBench");
    const Benchmark benchmark = suite("KernelGenBench");
    EXPECT_TRUE(benchmark.problems.empty());
    EXPECT_EQ(benchmark.tasks.size(), 210u);
    EXPECT_EQ(count(benchmark, "aten"), 110);
    EXPECT_EQ(count(benchmark, "vllm13"), 50);
    EXPECT_EQ(count(benchmark, "cublas"), 50);
}

/// KernelBench-X's list covers 144 of 166 tasks of the published answers to TritonBench-T. Only
/// lists are published here, so the test writes a file for every task.
TEST_F(PublishedSuites, PublishedAnswersMatchBothLists)
{
    SKIP_WITHOUT("shared/data/tritonbench/TritonBench_T_v1.jsonl");
    const auto x = readFile(beside("shared/data/kernelbenchx/kernelbenchx_v1.json"));
    const auto t = readFile(beside("shared/data/tritonbench/TritonBench_T_v1.jsonl"));
    ASSERT_TRUE(x && t);
    write("x/data/kernelbenchx_v1.json", *x);
    write("t/data/TritonBench_T_v1.jsonl", *t);
    for (const Json &entry : Json::parse(*x)) {
        const fs::path file = entry.at("file").get<std::string>();
        write("x/data/kernelbenchx/" + file.string(), separatedSource(file.stem().string()));
    }
    for (const Json &entry : Json::parse(*t)) {
        const fs::path file = entry.at("file").get<std::string>();
        write("t/data/TritonBench_T_v1/" + file.string(), separatedSource(file.stem().string()));
    }
    const Benchmark kernelBenchX = read("x");
    const Benchmark tritonBench = read("t");
    EXPECT_EQ(kernelBenchX.tasks.size(), 176u);
    EXPECT_EQ(tritonBench.tasks.size(), 166u);
    for (const char *model : {"DeepSeek-R1", "Qwen2.5-72B-Instruct", "gpt-4o"}) {
        const fs::path file
            = beside("shared/data/tritonbench/output_" + std::string(model) + ".jsonl");
        const auto inX = readSubmissions(kernelBenchX, file);
        const auto inT = readSubmissions(tritonBench, file);
        ASSERT_TRUE(inX && inT) << model;
        EXPECT_EQ(inX->front().submissions.size(), 144u) << model;
        EXPECT_EQ(inX->front().unread.size(), 22u) << model;
        EXPECT_EQ(inT->front().submissions.size(), 166u) << model;
        EXPECT_TRUE(inT->front().unread.empty()) << model;
    }
}

TEST_F(PublishedSuites, PublishedRunsOfKernelBenchAreReadWhole)
{
    SKIP_WITHOUT("checkouts/kernelbench-runs/runs");
    SKIP_WITHOUT("checkouts/KernelBench");
    const Benchmark benchmark = suite("KernelBench");
    const auto sets = readSubmissions(benchmark, beside("checkouts/kernelbench-runs/runs"));
    ASSERT_TRUE(sets) << sets.error().text();
    std::map<std::string, std::size_t> read;
    std::size_t unread = 0;
    for (const SubmissionSet &set : *sets) {
        read[set.method.name] = set.submissions.size();
        unread += set.unread.size();
    }
    EXPECT_EQ(read["codex_gpt55_retime"], 206u) << "54 + 95 + 48 + 9 kernels in four folders";
    EXPECT_EQ(read["ralph_codex_cuda_all"], 270u);
    EXPECT_EQ(unread, 0u);
}

} // namespace loupe
