// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/pythonwork.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Work of one submission, as its parts see it.
struct Submission {
    PlanItem item;
    std::function<void(Stage)> entering = [](Stage) {};
    PythonWork work{.item = item, .stop = {}, .entering = entering, .room = Room::Shared};
};

PythonPhase phaseOf(bool isStrict)
{
    PythonPhase out;
    out.isStrict = isStrict;
    return out;
}

} // namespace

TEST(FailureText, PrefersTheTraceback)
{
    EXPECT_EQ(failureText({{"error", {{"message", "m"}, {"traceback", "t"}}}}), "t");
    EXPECT_EQ(failureText({{"error", {{"message", "m"}, {"traceback", ""}}}}), "m");
    EXPECT_EQ(failureText({{"error", {{"message", "m"}}}}), "m");
}

TEST(FailureText, IsEmptyForMalformedAnswers)
{
    for (const Json &body :
         {Json::object(), Json({{"error", nullptr}}), Json({{"error", "text"}}),
          Json({{"error", Json::array({1})}}), Json({{"error", {{"message", 3}}}}),
          Json({{"error", {{"traceback", {{"deep", 1}}}}}})})
        EXPECT_EQ(failureText(body), "") << body;
}

TEST(BlankSubmissions, AreThoseWithoutALetter)
{
    for (const char *blank : {"", " ", "\n\n", "\t \r\n"})
        EXPECT_TRUE(isBlank(std::string(blank))) << blank;
    EXPECT_FALSE(isBlank(std::string(" x ")));
}

TEST(PythonWork, JudgesTheTextOfThePhase)
{
    Submission submission;
    submission.item.candidate.source = "ours";
    EXPECT_EQ(submission.work.sourceFor(phaseOf(false)), "ours");
    submission.item.sourceAsSuite = "as the suite cleans it";
    EXPECT_EQ(submission.work.sourceFor(phaseOf(false)), "as the suite cleans it");
    EXPECT_EQ(submission.work.sourceFor(phaseOf(true)), "ours");
}

TEST(PythonWork, EndsWithTheAnswerOfTheChild)
{
    Submission submission;
    submission.work.verdict = Verdict::Correct;
    EXPECT_FALSE(submission.work.hasEnded());
    PythonChild::Answer answer;
    answer.outcome.verdict = Verdict::ReturnedError;
    answer.outcome.message = "it raised";
    answer.body = {{"error", {{"traceback", "Traceback: x"}}}};
    submission.work.end(answer);
    EXPECT_TRUE(submission.work.hasEnded());
    EXPECT_EQ(submission.work.message, "it raised");
    EXPECT_EQ(submission.work.evaluation.buildLog, "Traceback: x");
}

} // namespace loupe
