// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"

#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

constexpr const char *timedResult
    = R"({"1": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 2.0}]})";
constexpr const char *untimedResult
    = R"({"1": [{"sample_id": 0, "compiled": false, "correctness": false, "runtime": -1.0}]})";
constexpr const char *commit = "62472a60123456789abcdef0123456789abcdef0";

/// Tests the recorded conditions of runs.
class RecordedConditions : public RecordsTest
{
protected:
    Json profileOf(const std::string &file) const
    {
        const auto batches = read("auto", path(file));
        return batches.empty() ? Json() : Json::parse(batches.front().run.profileJson);
    }
};

} // namespace

TEST_F(RecordedConditions, KernelBenchUsesEventsByDefault)
{
    write("a_l1/eval_results.json", timedResult);
    EXPECT_EQ(profileOf("a_l1/eval_results.json").at("clock"), "cuda_event");
    write("b_l1/eval_results.json", timedResult);
    write("b_l1/config_snapshot.json", R"({"timing_method": "host_time"})");
    EXPECT_EQ(profileOf("b_l1").at("clock"), "host_time");
}

TEST_F(RecordedConditions, NoClockWithoutTimes)
{
    write("a_l1/eval_results.json", untimedResult);
    EXPECT_FALSE(profileOf("a_l1/eval_results.json").contains("clock"));
}

TEST_F(RecordedConditions, TheVersionIsTheCommitOfTheSuitesOwnCheckout)
{
    write("fork/.git/HEAD", std::string(commit) + "\n");
    write("fork/runs/a_l1/eval_results.json", timedResult);
    EXPECT_FALSE(profileOf("fork/runs/a_l1/eval_results.json").contains("suite_version"))
        << "a checkout of anything else says nothing of the suite";
    write("fork/KernelBench/level1/1_Square_matrix_multiplication_.py", "class Model: pass\n");
    EXPECT_EQ(profileOf("fork/runs/a_l1/eval_results.json").at("suite_version"), commit);
    write("alone/a_l1/eval_results.json", timedResult);
    EXPECT_FALSE(profileOf("alone/a_l1/eval_results.json").contains("suite_version"));
}

TEST_F(RecordedConditions, PaperTasksHaveVersionZero)
{
    write("L40S/baseline_time_torch.json",
          R"({"level1": {"97_CosineSimilarityLoss.py": {"mean": 1.0, "std": 0.1, "min": 0.9,
              "max": 1.1, "num_trials": 100, "hardware": "L40S", "device": "cuda:0"}}})");
    const Json profile = profileOf("L40S/baseline_time_torch.json");
    EXPECT_EQ(profile.at("suite_version"), "v0");
    EXPECT_EQ(profile.at("clock"), "cuda_event");
}

} // namespace loupe::test
