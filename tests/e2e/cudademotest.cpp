// SPDX-License-Identifier: Apache-2.0
//
// The demo candidates in CUDA, on a GPU: what each is judged to be, and what is timed.
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

    /// The rows of a run over one of our methods.
    Json evaluate(const std::string &method)
    {
        const auto run
            = kloupe({"run", "--suite", tasks, "--candidates", tasks + "/demo/" + method, "--store",
                      path("r.kloupe"), "--platform", "cuda", "--call-seconds", "4", "--json"});
        EXPECT_EQ(run.exitCode, 0) << run.err;
        EXPECT_EQ(run.json().at("infra_errors"), 0) << run.err;
        const auto query = kloupe({"query", "--store", path("r.kloupe"), "--json"});
        return query.json().at("rows");
    }
};

} // namespace

TEST_F(CudaDemoTest, FastCandidatesAreRightAndTimed)
{
    const Json rows = evaluate("cuda-fast");
    EXPECT_EQ(rows.size(), 7U);
    for (const Json &row : rows) {
        EXPECT_EQ(row.at("verdict"), "correct") << row.dump();
        EXPECT_TRUE(row.at("speedup").is_number()) << row.dump();
    }
}

TEST_F(CudaDemoTest, PlainCandidatesAreRightAndTimed)
{
    const Json rows = evaluate("cuda-plain");
    EXPECT_EQ(rows.size(), 4U);
    for (const Json &row : rows) {
        EXPECT_EQ(row.at("verdict"), "correct") << row.dump();
        EXPECT_TRUE(row.at("speedup").is_number()) << row.dump();
    }
}

TEST_F(CudaDemoTest, FailingCandidatesFailAsTheirCommentsSay)
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

} // namespace loupe
