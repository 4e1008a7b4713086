// SPDX-License-Identifier: Apache-2.0
//
// Tests verdicts and timings of the CUDA demo candidates on a GPU.
#include "core/base/files.h"

#include <algorithm>
#include <map>
#include <set>

#include "tests/e2e/kloupeprocess.h"

namespace loupe {

namespace {

const std::string tasks = std::string(LOUPE_SOURCE_DIR) + "/tasks";

class CudaDemoTest : public test::KloupeTest
{
protected:
    void SetUp() override
    {
        test::KloupeTest::SetUp();
        const auto doctor = kloupe({"doctor", "--json"});
        const Json found = doctor.json();
        for (const Json &item : found.at("items")) {
            const bool isNeeded = item.at("id") == "native-gpu" || item.at("id") == "nvcc";
            if (isNeeded && item.at("state") != "ok")
                GTEST_SKIP() << item.at("found").get<std::string>();
        }
    }

    /// Returns the rows of a run over one method of the demo.
    Json evaluate(const std::string &method) { return evaluateFolder(tasks + "/demo/" + method); }

    Json evaluateFolder(const std::string &candidates)
    {
        const auto run
            = kloupe({"run", "--suite", tasks, "--candidates", candidates, "--store",
                      path("r.kloupe"), "--platform", "cuda", "--call-seconds", "4", "--json"});
        EXPECT_EQ(run.exitCode, 0) << run.err;
        EXPECT_EQ(run.json().at("infra_errors"), 0) << run.err;
        const auto query = kloupe({"query", "--store", path("r.kloupe"), "--json"});
        return query.json().at("rows");
    }
};

} // namespace

TEST_F(CudaDemoTest, FastCandidatesAreCorrectAndTimed)
{
    const Json rows = evaluate("cuda-fast");
    EXPECT_EQ(rows.size(), 7U);
    for (const Json &row : rows) {
        EXPECT_EQ(row.at("verdict"), "correct") << row.dump();
        EXPECT_TRUE(row.at("speedup").is_number()) << row.dump();
    }
}

TEST_F(CudaDemoTest, AProfileHasCountersAndSamplesByLine)
{
    const Json rows = evaluate("cuda-fast");
    ASSERT_FALSE(rows.empty());
    const std::string id = std::to_string(rows.front().at("id").get<std::int64_t>());
    const auto profile = kloupe({"profile", id, "--store", path("r.kloupe"), "--json"});
    if (profile.err.find("PRIVILEGES") != std::string::npos)
        GTEST_SKIP() << profile.err;
    ASSERT_EQ(profile.exitCode, 0) << profile.err;
    const Json found = profile.json().at("profiles").back();
    EXPECT_FALSE(found.at("launches").empty()) << found.at("note");
    EXPECT_FALSE(found.at("samples").empty()) << found.at("note");
    const auto shown = kloupe({"show", id, "--store", path("r.kloupe"), "--code", "sass"});
    EXPECT_NE(shown.out.find(" % "), std::string::npos) << shown.out.substr(0, 1000);
    const auto lines = kloupe({"show", id, "--store", path("r.kloupe")});
    EXPECT_NE(lines.out.find("\nline "), std::string::npos) << lines.out;
}

TEST_F(CudaDemoTest, TheSanitizerNamesTheLinesOfRacesAndWildAccesses)
{
    struct Planted {
        std::string task;
        std::string tool;
        std::string finding;
    };
    const Json rows = evaluate("cuda-failing");
    for (const Planted &each : {Planted{"Activation/softmax", "racecheck", "Race reported between"},
                                Planted{"Index/gather", "memcheck", "Invalid __global__"}}) {
        const auto row = std::ranges::find_if(rows, [&](const Json &found) {
            return found.at("task") == each.task && found.at("sample") == 0;
        });
        ASSERT_NE(row, rows.end());
        const auto run = kloupe({"profile", std::to_string(row->at("id").get<std::int64_t>()),
                                 "--store", path("r.kloupe"), "--sanitize", each.tool});
        if (run.err.find("there is no compute-sanitizer") != std::string::npos)
            GTEST_SKIP() << run.err;
        ASSERT_EQ(run.exitCode, 0) << run.err;
        EXPECT_NE(run.out.find(each.finding), std::string::npos) << run.out;
        EXPECT_NE(run.out.find("candidate.cu:"), std::string::npos) << run.out;
    }
}

TEST_F(CudaDemoTest, PlainCandidatesAreCorrectAndTimed)
{
    const Json rows = evaluate("cuda-plain");
    EXPECT_EQ(rows.size(), 4U);
    for (const Json &row : rows) {
        EXPECT_EQ(row.at("verdict"), "correct") << row.dump();
        EXPECT_TRUE(row.at("speedup").is_number()) << row.dump();
    }
}

TEST_F(CudaDemoTest, FailingCandidatesFailAsDocumented)
{
    using Verdicts = std::set<std::string>;
    const std::map<std::string, Verdicts> expected{
        {"Activation/softmax 0", {"wrong_value", "nondeterministic"}},
        {"Activation/softmax 1", {"not_a_number"}},
        {"Activation/softmax 2", {"crashed"}},
        {"Activation/softmax 3", {"compile_error"}},
        {"Index/gather 0", {"crashed"}},
        {"Index/gather 1", {"wrong_value"}},
        {"Loss/mse 0", {"unwritten"}},
        {"Math/exp 0", {"out_of_bounds"}},
        {"Math/exp 1", {"unwritten"}},
        {"Math/exp 2", {"unwritten", "nondeterministic"}},
        {"Math/exp 3", {"wrong_tail"}},
        {"MatrixMultiply/matmul 0", {"wrong_value", "nondeterministic"}},
        {"MatrixMultiply/matmul 1", {"run_timeout"}},
        {"MatrixMultiply/matmul 2", {"returned_error"}},
        {"Normalization/layernorm 0", {"compile_error"}},
        {"Normalization/layernorm 1", {"link_error"}},
        {"Normalization/layernorm 2", {"wrote_input"}},
        {"Reduce/sum_axis 0", {"unwritten"}},
        {"SpatialOps/roll 0", {"out_of_bounds"}},
        {"SpatialOps/roll 1", {"unwritten"}},
    };
    const Json rows = evaluate("cuda-failing");
    EXPECT_EQ(rows.size(), expected.size());
    for (const Json &row : rows) {
        const std::string name
            = row.at("task").get<std::string>() + " " + std::to_string(row.at("sample").get<int>());
        ASSERT_EQ(expected.count(name), 1U) << name;
        EXPECT_EQ(expected.at(name).count(row.at("verdict").get<std::string>()), 1U) << row.dump();
        EXPECT_TRUE(row.at("speedup").is_null()) << row.dump();
    }
}

TEST_F(CudaDemoTest, SkippingUnchangedInputsGainsNothing)
{
    // The plain candidate, which computes only if some elements of its input or old output changed.
    std::string source = readFile(tasks + "/demo/cuda-plain/Activation/softmax.cu").value();
    const std::string entry = "extern \"C\" int32_t loupe_kernel";
    const auto at = source.find(entry);
    ASSERT_NE(at, std::string::npos);
    source.replace(at, entry.size(), "static int32_t computed");
    source += R"(
#include <cstring>

struct Samples {
    float x[64];
    float y[64];
};

static void look(const LoupeCall *call, Samples &samples)
{
    using namespace loupe_abi;
    const auto stream = static_cast<cudaStream_t>(call->stream);
    const auto apart = static_cast<size_t>(dim(call->inputs[0], 0) * dim(call->inputs[0], 1) / 64);
    const auto take = [&](float *to, const float *from) {
        cudaMemcpy2DAsync(to, sizeof(float), from, apart * sizeof(float), sizeof(float), 64,
                          cudaMemcpyDeviceToHost, stream);
    };
    take(samples.x, input<float>(call, 0));
    take(samples.y, output<float>(call, 0));
    cudaStreamSynchronize(stream);
}

extern "C" int32_t loupe_kernel(const LoupeCall *call)
{
    static Samples last;
    Samples now;
    look(call, now);
    if (std::memcmp(&now, &last, sizeof now) == 0)
        return 0;
    const int32_t returned = computed(call);
    look(call, last);
    return returned;
}
)";
    write("m/Activation/softmax/sample_0.cu", source);
    write("m/Activation/softmax/sample_1.cu",
          readFile(tasks + "/demo/cuda-plain/Activation/softmax.cu").value());
    const Json rows = evaluateFolder(path("m"));
    ASSERT_EQ(rows.size(), 2U);
    std::map<int, double> speedups;
    for (const Json &row : rows) {
        EXPECT_EQ(row.at("verdict"), "correct") << row.dump();
        ASSERT_TRUE(row.at("speedup").is_number()) << row.dump();
        speedups[row.at("sample").get<int>()] = row.at("speedup").get<double>();
    }
    EXPECT_LE(speedups.at(0), 1.1 * speedups.at(1)) << "looking gains nothing";
}

} // namespace loupe
