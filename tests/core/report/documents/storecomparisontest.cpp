// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/storecomparison.h"

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

/// Three runs of one method: "a" and "b" share their task, "c" has another one.
class StoreComparisonTest : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        writer = openWriter();
        record("a", "Math/add", {});
        record("b", "Math/add",
               {{"rule", RuleLayer::Static, FindingSeverity::Suspicion, "why", 1}});
        record("b", "Math/more", {});
        record("c", "Math/other", {});
    }

    void record(const std::string &run, const std::string &task, std::vector<Finding> findings)
    {
        const auto known = writer->findRun(run);
        const RunId id = known ? known->first : must(writer->beginRun(sampleRun(run)));
        const TaskId taskId = must(writer->addTask(sampleTask(task, "Math")));
        const MethodId method = must(writer->addMethod(sampleMethod("loop")));
        Evaluation evaluation = sampleEvaluation(task, "loop");
        evaluation.findings = std::move(findings);
        must(writer->record(id, taskId, method, evaluation));
    }

    static ComparisonRequest request(std::vector<std::string> runs)
    {
        ComparisonRequest out;
        out.baseline = "a";
        out.runs = std::move(runs);
        out.bootstrap.resamples = 100;
        out.includeWithheld = true;
        return out;
    }

    std::unique_ptr<StoreWriter> writer;
};

} // namespace

TEST_F(StoreComparisonTest, OneIncomparableRunDoesNotBlockOthers)
{
    const auto found = must(compareStored(*openReader(), request({"c", "b"})));
    EXPECT_EQ(found.names, (std::vector<std::string>{"a", "c", "b"}));
    ASSERT_EQ(found.comparisons.size(), 2U);
    ASSERT_FALSE(found.comparisons[0]);
    EXPECT_FALSE(isOfChangedTasks(found.comparisons[0].error()));
    ASSERT_TRUE(found.comparisons[1]);
    EXPECT_EQ(found.comparisons[1]->count(PairState::BothCorrect), 1);
    EXPECT_EQ(found.comparisons[1]->count(PairState::OnlyOther), 1);
    EXPECT_EQ(found.comparisons[1]->floor.source, "assumed: too few repeats to measure one");
}

TEST_F(StoreComparisonTest, FlaggedResultsAreNotCorrectByDefault)
{
    ComparisonRequest without = request({"b"});
    without.includeWithheld = false;
    const auto found = must(compareStored(*openReader(), without));
    EXPECT_EQ(found.flagged.count, 1U);
    ASSERT_TRUE(found.comparisons[0]);
    EXPECT_EQ(found.comparisons[0]->count(PairState::BothCorrect), 0);
    EXPECT_EQ(must(compareStored(*openReader(), request({"b"}))).flagged.count, 0U);
}

TEST_F(StoreComparisonTest, RefusesUnknownValues)
{
    const auto unknown = compareStored(*openReader(), request({"nobody"}));
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, Errc::NotFound);
    EXPECT_EQ(unknown.error().hint, "kloupe runs STORE lists them");
    ComparisonRequest repeated = request({"b"});
    repeated.repeat = "b";
    const auto few = compareStored(*openReader(), repeated);
    ASSERT_FALSE(few);
    EXPECT_EQ(few.error().code, Errc::InvalidInput);
    repeated.noiseFloor = 0.02;
    const auto given = must(compareStored(*openReader(), repeated));
    EXPECT_EQ(given.comparisons[0]->floor.source, "given");
}

} // namespace loupe::test
