// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/failurerows.h"

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

Evaluation failedEvaluation(int round, const std::string &log)
{
    Evaluation evaluation = sampleEvaluation("Math/add", "model");
    evaluation.candidate.round = round;
    evaluation.candidate.source = "round " + std::to_string(round) + "\n";
    evaluation.verdict = Verdict::Crashed;
    evaluation.speedup.reset();
    evaluation.runLog = log;
    return evaluation;
}

/// Trajectory with two rounds of one failure, one of another, and a correct last round.
class FailureStoreTest : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        auto writer = openWriter();
        const TaskId task = must(writer->addTask(sampleTask("Math/add", "Math")));
        const MethodId method = must(writer->addMethod(sampleMethod("model")));
        const RunId run = must(writer->beginRun(sampleRun("first")));
        for (int round = 0; round < 2; ++round)
            must(writer->record(run, task, method,
                                failedEvaluation(round,
                                                 "CUDA error: an illegal memory access was "
                                                 "encountered\n")));
        must(writer->record(run, task, method, failedEvaluation(2, "a.cu(7): error: odd\n")));
        Evaluation right = sampleEvaluation("Math/add", "model");
        right.candidate.round = 3;
        right.candidate.source = "round 3\n";
        must(writer->record(run, task, method, right));
    }

    std::vector<FailureCluster> clusters(const std::string &filter = {})
    {
        return failureClusters(must(openReader()->failureCounts(must(parseFilter(filter)))));
    }
};

} // namespace

TEST_F(FailureStoreTest, ReasonsAreStoredWithTheEvaluation)
{
    const auto found = clusters();
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].kind.text(), "illegal_address");
    EXPECT_EQ(found[0].summary.text(), "an illegal memory access was encountered");
    EXPECT_EQ(found[0].count, 2);
    EXPECT_EQ(found[0].byRound, (std::map<int, std::int64_t>{{0, 1}, {1, 1}}));
    EXPECT_EQ(found[0].byMethod, (std::map<std::string, std::int64_t>{{"model", 2}}));
    EXPECT_EQ(found[1].kind.text(), "compile_other");
    EXPECT_EQ(clusters("round:1").size(), 1U);
    EXPECT_TRUE(clusters("status:correct").empty());
}

TEST_F(FailureStoreTest, EachFailureHasItsReason)
{
    const auto found = clusters();
    const auto reasons = must(openReader()->failureReasons(Filter(), {}));
    ASSERT_EQ(reasons.size(), 3U);
    std::map<std::int64_t, std::string> summaries;
    for (const FailureReason &each : reasons)
        summaries[each.evaluation.value] = each.summary.text();
    EXPECT_EQ(summaries[1], found[0].summary.text());
    EXPECT_EQ(summaries[2], found[0].summary.text());
    EXPECT_EQ(summaries[3], found[1].summary.text());
    EXPECT_EQ(must(openReader()->failureReasons(must(parseFilter("round:1")), {})).size(), 1U);
    EXPECT_TRUE(
        must(openReader()->failureReasons(must(parseFilter("status:correct")), {})).empty());
}

/// Without a filter the failures are read in another way.
TEST_F(FailureStoreTest, CountsHaveOneOrderWithAndWithoutAFilter)
{
    {
        auto writer = openWriter();
        const RunId run = must(writer->beginRun(sampleRun("second")));
        const TaskId task = must(writer->addTask(sampleTask("Fusion/add", "Fusion")));
        const MethodId method = must(writer->addMethod(sampleMethod("another")));
        for (const int round : {2, 0})
            must(writer->record(run, task, method,
                                failedEvaluation(round, "a.cu(7): error: odd\n")));
    }
    const auto listed = [&](const std::string &filter) {
        std::vector<std::string> out;
        for (const FailureCount &each :
             must(openReader()->failureCounts(must(parseFilter(filter)))))
            out.push_back(each.kind + " " + each.category + " " + each.method + " "
                          + std::to_string(each.round) + ": " + std::to_string(each.count));
        return out;
    };
    const std::vector<std::string> all = listed("");
    EXPECT_EQ(all.size(), 5U);
    EXPECT_EQ(listed("-status:correct"), all);
    EXPECT_EQ(listed("method:another"),
              (std::vector<std::string>{"compile_other Fusion another 0: 1",
                                        "compile_other Fusion another 2: 1"}));
}

TEST_F(FailureStoreTest, FixIsTheNextCorrectRoundOfTheTrajectory)
{
    const auto found = clusters();
    ASSERT_EQ(found.size(), 2U);
    const auto cure = must(openReader()->failureCure(found[0].fingerprints, Filter()));
    ASSERT_TRUE(cure);
    EXPECT_EQ(cure->failed.value, 1);
    EXPECT_EQ(cure->cured.value, 4);
    EXPECT_EQ(cure->curedMembers, 2);
    const std::vector<Name> unknown{"0000000000000000"};
    EXPECT_FALSE(must(openReader()->failureCure(unknown, Filter())));
    EXPECT_FALSE(
        must(openReader()->failureCure(found[0].fingerprints, must(parseFilter("round:2")))));
}

TEST_F(FailureStoreTest, RefreshIsIdempotent)
{
    const auto before = must(openReader()->failureCounts(Filter()));
    {
        auto database = must(Database::open(storeFile(), Database::Mode::ReadWrite));
        mustSucceed(database->execute("DELETE FROM failure WHERE evaluation_id = 1; UPDATE failure "
                                      "SET kind = 'old', fingerprint = 'old'"));
    }
    EXPECT_EQ(must(openWriter()->refreshFailures()), 3);
    const auto after = must(openReader()->failureCounts(Filter()));
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
        EXPECT_EQ(after[i].fingerprint.text(), before[i].fingerprint.text());
        EXPECT_EQ(after[i].kind.text(), before[i].kind.text());
        EXPECT_EQ(after[i].count, before[i].count);
    }
    EXPECT_TRUE(must(openReader()->check()).empty());
}

/// The judge names the trial and the output; the mistake is the same.
TEST_F(FailureStoreTest, AFilterByCauseFindsTheWholeCluster)
{
    {
        auto database = must(Database::open(storeFile(), Database::Mode::ReadWrite));
        mustSucceed(database->execute(
            "UPDATE failure SET fingerprint = 'one', summary = 'odd/normal: wrote beside output "
            "\"y\"' WHERE evaluation_id = 1; UPDATE failure SET fingerprint = 'two', summary = "
            "'even/spiky: wrote beside output \"out\"' WHERE evaluation_id = 2"));
    }
    const auto found = clusters();
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].cause.text(), "wrote beside output …");
    EXPECT_EQ(found[0].fingerprints, (std::vector<Name>{"one", "two"}));
    const Filter filter{{{"cause", FilterOp::Is, {found[0].cause.text()}, false, 0}}};
    EXPECT_EQ(must(openReader()->ids(filter)).size(), 2U);
    EXPECT_EQ(must(openReader()->ids(must(parseFilter("cause:none")))).size(), 1U);
    EXPECT_EQ(must(openReader()->failureCure(found[0].fingerprints, Filter()))->curedMembers, 2);
    const auto causes = must(openReader()->facet("cause", Filter()));
    ASSERT_EQ(causes.size(), 2U);
    EXPECT_EQ(causes[0].value, "wrote beside output …");
    EXPECT_EQ(causes[0].count, 2);
    const auto reasons
        = must(openReader()->failureReasons(must(parseFilter("fingerprint:one")), {}));
    EXPECT_EQ(reasons.at(0).summary.text(), "odd/normal: wrote beside output \"y\"");
}

TEST_F(FailureStoreTest, FiltersKnowTheReason)
{
    const auto count = [&](const std::string &filter) {
        return must(openReader()->ids(must(parseFilter(filter)))).size();
    };
    EXPECT_EQ(count("kind:illegal_address"), 2U);
    EXPECT_EQ(count("kind:compile_*"), 1U);
    EXPECT_EQ(count("kind:none"), 1U);
    EXPECT_EQ(count("fingerprint:" + clusters()[0].fingerprint.text()), 2U);
    const auto kinds = must(openReader()->facet("kind", Filter()));
    ASSERT_EQ(kinds.size(), 2U);
    EXPECT_EQ(kinds[0].value, "illegal_address");
    EXPECT_EQ(kinds[0].count, 2);
}

} // namespace loupe::test
