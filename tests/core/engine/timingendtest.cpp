// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/timingend.h"

#include <gtest/gtest.h>

#include "tests/core/engine/submissionparts.h"

namespace loupe {

namespace {

const CallOutcome wrong{Verdict::WrongValue, "one element differs", 0};

} // namespace

TEST(TimingEnd, TakesTheSpeedupAndTheStrictVerdictAndLeavesTheSuitesOwn)
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

TEST(TimedTrials, OnlyAWrongOneIsKeptAndEndsTheTiming)
{
    test::SubmissionParts parts;
    PythonTrial given;
    given.caseName = "fresh inputs 1";
    given.seed = "12";
    Trial trial;
    trial.verdict = Verdict::Correct;
    keepTimedTrial(parts.context, parts.work, trial, given, "");
    EXPECT_TRUE(parts.work.evaluation.trials.empty());
    EXPECT_FALSE(parts.work.isTimingOver);

    trial.verdict = Verdict::WrongValue;
    keepTimedTrial(parts.context, parts.work, trial, given, "");
    ASSERT_EQ(parts.work.evaluation.trials.size(), 1U);
    EXPECT_EQ(parts.work.evaluation.trials.front().caseName, "fresh inputs 1");
    EXPECT_EQ(parts.work.evaluation.trials.front().seed, "12");
    EXPECT_TRUE(parts.work.isTimingOver);
}

} // namespace loupe
