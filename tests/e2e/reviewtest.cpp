// SPDX-License-Identifier: Apache-2.0
#include "core/store/write/storewriter.h"

#include "tests/e2e/kloupeprocess.h"

namespace loupe {

namespace {

/// Store with four correct evaluations: one clean, two suspicions, one proof.
class ReviewCommandTest : public test::KloupeTest
{
protected:
    void SetUp() override
    {
        KloupeTest::SetUp();
        auto writer = StoreWriter::open(root() / "r.kloupe");
        ASSERT_TRUE(writer);
        const auto methodId = (*writer)->addMethod({"author", "model", "", false});
        loupe::Run run; // gtest has its own Run
        run.uuid = "0123456789abcdef0123456789abcdef";
        run.name = "first";
        run.suite = "suite";
        const auto runId = (*writer)->beginRun(run);
        ASSERT_TRUE(methodId && runId);
        const std::vector<std::vector<FindingSeverity>> weights{{},
                                                                {FindingSeverity::Suspicion},
                                                                {FindingSeverity::Suspicion},
                                                                {FindingSeverity::Proof}};
        for (std::size_t i = 0; i < weights.size(); ++i) {
            Task task;
            task.suite = "suite";
            task.name = "Math/add" + std::to_string(i);
            task.category = "Math";
            const auto taskId = (*writer)->addTask(task);
            ASSERT_TRUE(taskId);
            Evaluation evaluation;
            evaluation.candidate.task = task.name;
            evaluation.candidate.method = "author";
            evaluation.verdict = Verdict::Correct;
            evaluation.speedup = 2.0;
            for (const FindingSeverity weight : weights[i])
                evaluation.findings.push_back({"rule", RuleLayer::Static, weight, "why", 1});
            ASSERT_TRUE((*writer)->record(*runId, *taskId, *methodId, evaluation));
        }
        ASSERT_TRUE((*writer)->setRunState(*runId, "finished", "2026-11-21T10:00:00Z"));
    }

    test::KloupeResult review(const std::string &evaluation, const std::string &decision)
    {
        return kloupe({"review", evaluation, "--store", path("r.kloupe"), "--decision", decision,
                       "--person", "A. Person", "--reason", "read it", "--json"});
    }
    /// Returns the numbers of correct and flagged results in the headline table. Checks that flags
    /// do not change the denominator.
    std::pair<int, int> counted(const std::vector<std::string> &more = {})
    {
        std::vector<std::string> arguments{"metrics", "--store", path("r.kloupe"),
                                           "--by",    "all",     "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Json document = kloupe(arguments).json();
        int correct = 0;
        for (const Json &group : document.at("groups")) {
            EXPECT_EQ(group.at("judged"), 4);
            correct = group.at("correct").get<int>();
        }
        return {correct, document.at("flagged").get<int>()};
    }
};

using Counts = std::pair<int, int>;

} // namespace

TEST_F(ReviewCommandTest, ReviewsChangeMetrics)
{
    EXPECT_EQ(counted(), Counts(1, 3));
    EXPECT_EQ(counted({"--include-suspicious"}), Counts(4, 0));
    const auto words = kloupe({"metrics", "--store", path("r.kloupe")});
    EXPECT_NE(words.out.find("3 results flagged by the audit are not counted as correct"),
              std::string::npos)
        << words.out;

    EXPECT_EQ(review("2", "cleared").json().at("flagged"), false);
    EXPECT_EQ(counted(), Counts(2, 2));
    EXPECT_EQ(review("3", "confirmed").json().at("flagged"), true);
    EXPECT_EQ(counted(), Counts(2, 2));
    EXPECT_EQ(review("4", "cleared").json().at("flagged"), true) << "a proof stays";
    EXPECT_EQ(counted(), Counts(2, 2));
    EXPECT_EQ(review("2", "reopened").json().at("flagged"), true);
    EXPECT_EQ(counted(), Counts(1, 3));
}

TEST_F(ReviewCommandTest, ListsDecisions)
{
    ASSERT_EQ(review("2", "cleared").exitCode, 0);
    const Json document
        = kloupe({"review", "--list", "--store", path("r.kloupe"), "--json"}).json();
    ASSERT_EQ(document.at("reviews").size(), 1U);
    EXPECT_EQ(document["reviews"][0].at("evaluation"), 2);
    EXPECT_EQ(document["reviews"][0].at("decision"), "cleared");
    EXPECT_EQ(document["reviews"][0].at("person"), "A. Person");
    EXPECT_EQ(document["reviews"][0].at("reason"), "read it");
    EXPECT_EQ(document.at("flagged"), Json({3, 4}));
    EXPECT_EQ(document.at("withheld"), document.at("flagged")) << "its name up to version 0.3";
}

TEST_F(ReviewCommandTest, RefusesInvalidReviews)
{
    EXPECT_EQ(review("1", "cleared").exitCode, 3) << "it has no suspicion";
    EXPECT_EQ(review("99", "cleared").exitCode, 3);
    EXPECT_EQ(review("2", "maybe").exitCode, 2);
    EXPECT_EQ(
        kloupe({"review", "2", "--store", path("r.kloupe"), "--decision", "cleared"}).exitCode, 2)
        << "nobody decided";
    EXPECT_EQ(kloupe({"review", "--store", path("r.kloupe")}).exitCode, 2);
    EXPECT_EQ(kloupe({"review", "--list", "--store", path("absent.kloupe")}).exitCode, 3);
    EXPECT_FALSE(std::filesystem::exists(root() / "absent.kloupe"));
}

} // namespace loupe
