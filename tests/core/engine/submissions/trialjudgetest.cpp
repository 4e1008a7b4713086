// SPDX-License-Identifier: Apache-2.0
//
// Tests on which trials a candidate is called, and the results that need no comparison.
#include "core/engine/submissions/trialjudge.h"

#include "core/engine/contract/earlyend.h"

#include <gtest/gtest.h>

#include "tests/core/engine/submissionparts.h"

namespace loupe {

namespace {

class Trials : public testing::Test
{
protected:
    Trials()
    {
        for (std::size_t i = 0; i < 3; ++i) {
            PythonTrial trial;
            trial.index = i;
            trial.caseName = "trial " + std::to_string(i + 1);
            phase.trials.push_back(std::move(trial));
        }
    }
    Status run()
    {
        PythonServers servers(parts.shared);
        return TrialJudge(parts.shared, servers).run(parts.work, phase, "source");
    }
    /// Makes every call of the candidate end this way.
    void endWith(Verdict verdict, double seconds = 0)
    {
        parts.answerWith([=](const Json & /*request*/, PythonChild::Answer &answer) {
            answer.outcome = {verdict, "so it ends", seconds};
        });
    }

    test::SubmissionParts parts;
    PythonPhase phase;
};

} // namespace

TEST_F(Trials, AProcessThatDiedIsNotCalledAgain)
{
    endWith(Verdict::Crashed);
    ASSERT_TRUE(run());
    EXPECT_EQ(parts.asked.size(), 1U);
    ASSERT_EQ(parts.work.evaluation.trials.size(), 1U);
    EXPECT_EQ(parts.work.verdict, Verdict::Crashed);
    EXPECT_EQ(parts.work.message, "trial 1: so it ends");
}

TEST_F(Trials, WrongValueStopsOthersOnlyOnRequest)
{
    endWith(Verdict::WrongValue);
    ASSERT_TRUE(run());
    EXPECT_EQ(parts.work.evaluation.trials.size(), 3U);
    EXPECT_EQ(parts.work.message, "trial 1: so it ends");

    parts.work.evaluation.trials.clear();
    parts.work.verdict = Verdict::Correct;
    parts.context.rules.stopsAtFirstFailure = true;
    ASSERT_TRUE(run());
    EXPECT_EQ(parts.work.evaluation.trials.size(), 1U);
}

TEST_F(Trials, AWrongAndSlowCandidateIsNotCalledAgain)
{
    double longest = 1;
    while (!endsSlowAndWrong(Verdict::WrongValue, longest))
        longest *= 2;
    endWith(Verdict::WrongValue, longest);
    ASSERT_TRUE(run());
    EXPECT_EQ(parts.work.evaluation.trials.size(), 1U);
    EXPECT_NE(parts.work.notes.find("\"left_out\":2"), std::string::npos) << parts.work.notes;
}

TEST_F(Trials, MissingResultIsNotCorrect)
{
    endWith(Verdict::Correct);
    ASSERT_TRUE(run());
    ASSERT_FALSE(parts.work.evaluation.trials.empty());
    EXPECT_EQ(parts.work.verdict, Verdict::ReturnedError);
}

TEST_F(Trials, UncomparedTrialGivesNoVerdict)
{
    parts.answerWith([](const Json & /*request*/, PythonChild::Answer &answer) {
        answer.value = test::bundleOf(4);
    });
    EXPECT_FALSE(run());
    EXPECT_TRUE(parts.work.evaluation.trials.empty());
    EXPECT_EQ(parts.work.verdict, Verdict::Correct);
}

TEST_F(Trials, ExcusesTrialsThatTheReferenceCannotSupport)
{
    phase.trials[1].point = "signed_inputs";
    phase.trials[1].excused = "the reference gives NaN";
    phase.trials[2].notExact = "too large";
    endWith(Verdict::WrongValue);
    ASSERT_TRUE(run());
    EXPECT_EQ(parts.asked.size(), 2U);
    EXPECT_EQ(
        parts.work.excuses,
        (std::map<std::string, std::string>{{"signed_inputs (trial 2)", "the reference gives NaN"},
                                            {"float64_oracle", "too large"}}));
}

TEST_F(Trials, ExcusesConvertedWeights)
{
    phase.trials.resize(1);
    phase.trials[0].point = "other_weights";
    phase.trials[0].weights = test::bundleOf(4);
    parts.answerWith([](const Json &request, PythonChild::Answer &answer) {
        if (request.value("do", "") == "set_state")
            answer.body["matched"] = "none";
    });
    ASSERT_TRUE(run());
    EXPECT_EQ(parts.askedFor(), std::vector<std::string>{"set_state"});
    EXPECT_EQ(parts.work.excuses.count("other_weights"), 1U);
    EXPECT_TRUE(parts.work.evaluation.trials.empty());
}

TEST_F(Trials, DetectsNoFoldingWithoutReconstruction)
{
    phase.trials.resize(1);
    phase.trials[0].point = "other_weights";
    phase.trials[0].constructsAgain = true;
    phase.trials[0].drawSeed = 1;
    phase.trials[0].weights = test::bundleOf(4);
    parts.work.failsOtherWeights = true;
    parts.answerWith([](const Json &request, PythonChild::Answer &answer) {
        if (request.value("do", "") == "construct")
            answer.outcome = {Verdict::ReturnedError, "it is constructed only once", 0};
    });
    ASSERT_TRUE(run());
    EXPECT_EQ(parts.askedFor(), (std::vector<std::string>{"construct", "restore_object"}));
    EXPECT_TRUE(parts.work.evaluation.flags.empty());
    EXPECT_EQ(parts.work.excuses["other_weights"], "it is constructed only once");

    phase.trials[0].excused = "the reference has no weights";
    ASSERT_TRUE(run());
    EXPECT_TRUE(parts.work.evaluation.flags.empty());
}

TEST_F(Trials, APhaseWithoutTrialsRecordsNoVerdict)
{
    phase.trials.clear();
    endWith(Verdict::Correct);
    ASSERT_TRUE(run());
    EXPECT_EQ(parts.work.verdict, Verdict::NotRecorded);
    EXPECT_TRUE(parts.asked.empty());
}

} // namespace loupe
