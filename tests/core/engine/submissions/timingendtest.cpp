// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/timingend.h"

#include <gtest/gtest.h>

#include "tests/core/engine/submissionparts.h"

namespace loupe {

namespace {

const CallOutcome wrong{Verdict::WrongValue, "one element differs", 0};

} // namespace

TEST(TimingEnd, RemovesSpeedupAndStrictVerdictButKeepsTheSuites)
{
    for (const JudgedBy judgedBy : {JudgedBy::Both, JudgedBy::Suite, JudgedBy::Strict}) {
        test::SubmissionParts parts;
        parts.context.rules.judgedBy = judgedBy;
        Evaluation &evaluation = parts.work.evaluation;
        evaluation.verdict = Verdict::Correct;
        evaluation.strictVerdict = Verdict::Correct;
        evaluation.speedup = 2;
        endTiming(parts.context, parts.work, wrong, "wrong while timed: ");
        EXPECT_EQ(evaluation.strictVerdict, Verdict::WrongValue);
        EXPECT_EQ(evaluation.verdict,
                  judgedBy == JudgedBy::Strict ? Verdict::WrongValue : Verdict::Correct);
        EXPECT_FALSE(evaluation.speedup);
        EXPECT_EQ(evaluation.message, "wrong while timed: one element differs");
        EXPECT_TRUE(parts.work.isTimingOver);
    }
}

TEST(TimingEnd, HangingCallFailsTheSuiteVerdictToo)
{
    test::SubmissionParts parts;
    Evaluation &evaluation = parts.work.evaluation;
    evaluation.verdict = evaluation.strictVerdict = Verdict::Correct;
    endTiming(parts.context, parts.work, {Verdict::RunTimeout, "no answer", 5}, "while timed: ");
    EXPECT_EQ(evaluation.verdict, Verdict::RunTimeout);
    EXPECT_EQ(evaluation.strictVerdict, Verdict::RunTimeout);
}

TEST(TimedTrials, KeepsOnlyWrongTrialsAndEndsTheTiming)
{
    test::SubmissionParts parts;
    PythonTrial given;
    given.caseName = "fresh inputs 1";
    given.seed = "12";
    TimedTrial judged;
    judged.trial.verdict = Verdict::Correct;
    keepTimedTrial(parts.context, parts.work, judged, given, "");
    EXPECT_TRUE(parts.work.evaluation.trials.empty());
    EXPECT_FALSE(parts.work.isTimingOver);

    judged.trial.verdict = Verdict::WrongValue;
    judged.trial.message = "one element differs";
    keepTimedTrial(parts.context, parts.work, judged, given, "");
    ASSERT_EQ(parts.work.evaluation.trials.size(), 1U);
    EXPECT_EQ(parts.work.evaluation.trials.front().caseName, "fresh inputs 1");
    EXPECT_EQ(parts.work.evaluation.trials.front().seed, "12");
    EXPECT_TRUE(parts.work.isTimingOver);
    EXPECT_EQ(parts.work.evaluation.message,
              "right when verified, differs while timed: one element differs");
    EXPECT_TRUE(parts.work.evaluation.flags.empty()) << "nothing is established";
}

TEST(TimedTrials, AnEstablishedReasonIsNamedAndMarked)
{
    test::SubmissionParts parts;
    TimedTrial judged;
    judged.trial.verdict = Verdict::BrokeProtocol;
    judged.trial.message = "its result changed";
    judged.reason = "unfinished work";
    keepTimedTrial(parts.context, parts.work, judged, {}, "on other inputs");
    EXPECT_EQ(parts.work.evaluation.message,
              "right when verified, wrong while timed on other inputs (unfinished work): "
              "its result changed");
    EXPECT_EQ(parts.work.evaluation.flags, std::vector<std::string>{wrongWhileTimedFlag});
}

TEST(TimedTrials, WithinTheSuitesToleranceOnlyTheStrictVerdictChanges)
{
    test::SubmissionParts parts;
    Evaluation &evaluation = parts.work.evaluation;
    evaluation.verdict = Verdict::Correct;
    evaluation.strictVerdict = Verdict::Correct;
    evaluation.message = "correct in 5 trials";
    evaluation.speedup = 2;
    TimedTrial judged;
    judged.trial.verdict = Verdict::WrongValue;
    judged.trial.message = "one element differs";
    judged.isRightBySuite = true;
    keepTimedTrial(parts.context, parts.work, judged, {}, "");
    EXPECT_EQ(evaluation.verdict, Verdict::Correct);
    EXPECT_EQ(evaluation.strictVerdict, Verdict::WrongValue);
    EXPECT_EQ(evaluation.speedup, 2);
    EXPECT_FALSE(parts.work.isTimingOver);
    EXPECT_EQ(evaluation.message,
              "correct in 5 trials; strictly: right when verified, differs while timed: one "
              "element differs");
    keepTimedTrial(parts.context, parts.work, judged, {}, "");
    EXPECT_EQ(evaluation.trials.size(), 1U) << "it is said once";
}

} // namespace loupe
