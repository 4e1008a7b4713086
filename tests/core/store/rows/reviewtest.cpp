// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/storefile.h"

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

/// Four evaluations: without findings, with a note, with a suspicion, with a proof.
class ReviewTest : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        writer = openWriter();
        task = must(writer->addTask(sampleTask("Math/add", "Math")));
        method = must(writer->addMethod(sampleMethod("loop")));
        run = must(writer->beginRun(sampleRun("first")));
        clean = add(0, {});
        noted = add(1, {FindingSeverity::Note});
        suspected = add(2, {FindingSeverity::Note, FindingSeverity::Suspicion});
        proven = add(3, {FindingSeverity::Proof, FindingSeverity::Suspicion});
    }

    RowId add(int sample, const std::vector<FindingSeverity> &weights,
              Verdict verdict = Verdict::Correct)
    {
        Evaluation evaluation = sampleEvaluation("Math/add", "loop");
        evaluation.candidate.sample = sample;
        evaluation.verdict = verdict;
        for (const FindingSeverity weight : weights)
            evaluation.findings.push_back({"rule", RuleLayer::Static, weight, "why", 1});
        return must(writer->record(run, task, method, evaluation));
    }

    Review review(RowId evaluation, ReviewDecision decision) const
    {
        return {evaluation, decision, "A. Person", "read it", "2026-11-21T10:00:00Z"};
    }

    /// Returns the evaluations that are flagged.
    std::vector<RowId> flagged() const
    {
        std::vector<RowId> out;
        for (const MetricRow &row : must(openReader()->metricRows(Filter()))) {
            if (row.isWithheld)
                out.push_back(row.id);
        }
        return out;
    }

    std::unique_ptr<StoreWriter> writer;
    TaskId task;
    MethodId method;
    RunId run;
    RowId clean;
    RowId noted;
    RowId suspected;
    RowId proven;
};

using Rows = std::vector<RowId>;

} // namespace

TEST_F(ReviewTest, UnreviewedSuspicionsAndProofsAreFlagged)
{
    EXPECT_EQ(flagged(), (Rows{suspected, proven}));
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
}

TEST_F(ReviewTest, TheLastReviewCounts)
{
    const std::vector<Review> given{
        review(suspected, ReviewDecision::Cleared), review(suspected, ReviewDecision::Reopened),
        review(suspected, ReviewDecision::Cleared), review(suspected, ReviewDecision::Confirmed)};
    const bool isWithheld[] = {false, true, false, true};
    for (std::size_t i = 0; i < given.size(); ++i) {
        EXPECT_EQ(must(writer->recordReview(given[i])), isWithheld[i]) << i;
        EXPECT_EQ(flagged(), (isWithheld[i] ? Rows{suspected, proven} : Rows{proven})) << i;
        EXPECT_EQ(must(openReader()->check()), std::vector<std::string>()) << i;
    }
    EXPECT_EQ(must(openReader()->reviews()), given);
}

TEST_F(ReviewTest, FindingsOfManyEvaluationsAreReadAtOnce)
{
    const auto finding = [](RowId id, FindingSeverity weight) {
        return StoredFinding{id, {"rule", RuleLayer::Static, weight, "why", 1}};
    };
    const std::vector<StoredFinding> all{
        finding(noted, FindingSeverity::Note), finding(suspected, FindingSeverity::Note),
        finding(suspected, FindingSeverity::Suspicion), finding(proven, FindingSeverity::Proof),
        finding(proven, FindingSeverity::Suspicion)};
    EXPECT_EQ(must(openReader()->findings(Filter(), {})), all);
    const Filter some = must(parseFilter("sample<2"));
    EXPECT_EQ(must(openReader()->findings(some, {})), std::vector<StoredFinding>{all.front()});
}

TEST_F(ReviewTest, AProofStaysFlaggedAfterClearing)
{
    EXPECT_TRUE(must(writer->recordReview(review(proven, ReviewDecision::Cleared))));
    EXPECT_EQ(flagged(), (Rows{suspected, proven}));
    EXPECT_EQ(must(openReader()->reviews()).size(), 1U);
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
}

TEST_F(ReviewTest, RefusesInvalidReviews)
{
    const auto codeOf = [&](const Review &refused) {
        const auto result = writer->recordReview(refused);
        EXPECT_FALSE(result);
        return result ? Errc::Internal : result.error().code;
    };
    EXPECT_EQ(codeOf(review(RowId{999}, ReviewDecision::Cleared)), Errc::NotFound);
    EXPECT_EQ(codeOf(review(clean, ReviewDecision::Cleared)), Errc::InvalidInput);
    EXPECT_EQ(codeOf(review(noted, ReviewDecision::Confirmed)), Errc::InvalidInput);
    const RowId machinery = add(4, {FindingSeverity::Suspicion}, Verdict::InfraError);
    EXPECT_EQ(codeOf(review(machinery, ReviewDecision::Cleared)), Errc::InvalidInput);
    Review nobody = review(suspected, ReviewDecision::Cleared);
    nobody.person = "  ";
    EXPECT_EQ(codeOf(nobody), Errc::InvalidInput);
    Review groundless = review(suspected, ReviewDecision::Cleared);
    groundless.reason.clear();
    EXPECT_EQ(codeOf(groundless), Errc::InvalidInput);
    EXPECT_TRUE(must(openReader()->reviews()).empty());
    // An infrastructure failure can still be replaced.
    EXPECT_TRUE(add(4, {}));
}

TEST_F(ReviewTest, AnAuditReplacesItsEarlierFindings)
{
    const Finding found{"outlying_speedup", RuleLayer::Record, FindingSeverity::Suspicion, "why",
                        0};
    const Finding remark{"noise_increase", RuleLayer::Record, FindingSeverity::Note, "so", 0};
    EXPECT_TRUE(writer->recordAudit("", {{clean, {found}}, {suspected, {remark, found}}}));
    EXPECT_EQ(flagged(), (Rows{clean, suspected, proven}));
    EXPECT_EQ(must(openReader()->check()), std::vector<std::string>());
    EXPECT_EQ(must(openReader()->detail(clean)).evaluation.findings, std::vector<Finding>{found});
    EXPECT_EQ(must(openReader()->detail(suspected)).evaluation.findings.size(), 4U)
        << "behind those that were there";
    const auto hasFlag = must(parseFilter("flag:suspicion"));
    EXPECT_EQ(must(openReader()->ids(hasFlag)), (Rows{clean, suspected, proven}));
    EXPECT_FALSE(must(writer->recordReview(review(clean, ReviewDecision::Cleared))));
    EXPECT_EQ(flagged(), (Rows{suspected, proven}));

    EXPECT_TRUE(writer->recordAudit("first", {{noted, {found}}}));
    EXPECT_TRUE(must(openReader()->detail(clean)).evaluation.findings.empty());
    EXPECT_EQ(must(openReader()->detail(suspected)).evaluation.findings.size(), 2U);
    EXPECT_EQ(flagged(), (Rows{noted, suspected, proven}));
    EXPECT_EQ(must(openReader()->ids(hasFlag)), (Rows{noted, suspected, proven}));
    EXPECT_TRUE(writer->recordAudit("another run", {}));
    EXPECT_EQ(flagged(), (Rows{noted, suspected, proven}));

    const Status refused = writer->recordAudit("", {{RowId{999}, {found}}});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::NotFound);
    EXPECT_EQ(flagged(), (Rows{noted, suspected, proven})) << "all of it or nothing";
}

TEST_F(ReviewTest, AnAuditKeepsFindingsOfRecordsAndOfTheEngine)
{
    const std::vector<Finding> own
        = {{"recorded_hack", RuleLayer::Record, FindingSeverity::Suspicion, "they say so", 0},
           {"threads", RuleLayer::Static, FindingSeverity::Suspicion, "std::thread", 3}};
    EXPECT_TRUE(writer->recordAudit("", {{clean, own}}, AuditedLayers::RecordsAndSources, {}));
    EXPECT_TRUE(writer->recordAudit("", {}, AuditedLayers::RecordsAndSources, {}));
    EXPECT_EQ(must(openReader()->detail(clean)).evaluation.findings, own);
}

TEST_F(ReviewTest, StoredReviewsCannotBeChanged)
{
    must(writer->recordReview(review(suspected, ReviewDecision::Cleared)));
    writer.reset();
    auto database = must(openForWriting(storeFile(), currentSchema()));
    for (const char *statement :
         {"UPDATE review SET decision = 'confirmed'", "DELETE FROM review",
          "UPDATE review SET person = person WHERE id = 1",
          "INSERT OR REPLACE INTO review VALUES (1, 1, 'confirmed', 'x', 'y', '')"}) {
        const Status refused = database->execute(statement);
        ASSERT_FALSE(refused) << statement;
        const std::string words = refused.error().text() + refused.error().detail;
        EXPECT_NE(words.find("only added"), std::string::npos) << words;
    }
    EXPECT_EQ(must(database->lookup("SELECT count(*) FROM review WHERE decision = 'cleared' AND "
                                    "person = 'A. Person'")),
              1);
}

TEST_F(ReviewTest, CheckFindsAWrongFlag)
{
    writer.reset();
    {
        auto database = must(openForWriting(storeFile(), currentSchema()));
        mustSucceed(database->execute("UPDATE evaluation SET flagged = 1 - flagged WHERE id = "
                                      + std::to_string(suspected.value)));
    }
    const auto problems = must(openReader()->check());
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_NE(problems[0].find("wrongly flagged"), std::string::npos) << problems[0];
}

} // namespace loupe::test
