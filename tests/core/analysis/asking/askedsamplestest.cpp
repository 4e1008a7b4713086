// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/asking/askedsamples.h"

#include "core/analysis/asking/askedfigures.h"
#include "core/analysis/asking/toldkind.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/core/analysis/askedexample.h"

namespace loupe::test {

namespace {

FeedbackEffect effectOf(const AskedPopulation &asked, ToldKind told)
{
    for (const FeedbackEffect &each : feedbackEffects(asked)) {
        if (each.told == told)
            return each;
    }
    return {};
}

MetricRow told(Verdict verdict)
{
    MetricRow row;
    row.verdict = verdict;
    return row;
}

} // namespace

TEST(AskingCost, CountsAllRequestsAndEachTaskOnce)
{
    // By hand: 4 tasks × (10 + 20 + 30 + 40) tokens = 400; a, b and d are solved.
    const auto costs = askingCosts(fourTasks().asked());
    ASSERT_EQ(costs.size(), 1U);
    const AskingCost &cost = costs.front();
    EXPECT_EQ(cost.tasks, 4);
    EXPECT_EQ(cost.samples, 8);
    EXPECT_EQ(cost.rounds, 16);
    EXPECT_EQ(cost.spent.requests, 16);
    EXPECT_EQ(cost.solved, 3);
    EXPECT_DOUBLE_EQ(*cost.perSuccess(BudgetUnit::Tokens), 400.0 / 3);
    EXPECT_DOUBLE_EQ(*cost.perSuccess(BudgetUnit::Dollars), 0.4 / 3);
    EXPECT_DOUBLE_EQ(*cost.perSuccess(BudgetUnit::Requests), 16.0 / 3);
    EXPECT_FALSE(cost.isPartial(BudgetUnit::Tokens));
    EXPECT_EQ(cost.confirmed, std::nullopt);
}

TEST(AskingCost, MissingUsageIsNotZero)
{
    AskedExample example;
    example.ask("m", "a", 0, {AskedExample::answer(0, std::nullopt)});
    example.judge("m", "a", 0, 0, Verdict::Correct);
    EXPECT_EQ(askingCosts(example.asked()).front().perSuccess(BudgetUnit::Tokens), std::nullopt);
    EXPECT_EQ(askingCosts(example.asked()).front().perSuccess(BudgetUnit::Dollars), std::nullopt);

    example.ask("m", "b", 0, {AskedExample::answer(0, 50)});
    example.judge("m", "b", 0, 0, Verdict::WrongValue);
    const AskingCost cost = askingCosts(example.asked()).front();
    EXPECT_DOUBLE_EQ(*cost.perSuccess(BudgetUnit::Tokens), 50);
    EXPECT_TRUE(cost.isPartial(BudgetUnit::Tokens));
    EXPECT_EQ(cost.spent.tokens.known, 1);
    EXPECT_EQ(cost.spent.tokens.unknown, 1);
}

TEST(AskingCost, HasNoValueWithoutASuccess)
{
    AskedExample example;
    example.ask("m", "a", 0, {AskedExample::answer(0, 50)});
    example.judge("m", "a", 0, 0, Verdict::WrongValue);
    EXPECT_EQ(askingCosts(example.asked()).front().perSuccess(BudgetUnit::Tokens), std::nullopt);
    EXPECT_EQ(askingCosts(example.asked()).front().perSuccess(BudgetUnit::Requests), std::nullopt);
}

TEST(AskingCost, RefusedRequestCountsWithoutUsage)
{
    AskedExample example;
    example.ask("m", "a", 0,
                {AskedExample::unanswered(0, "failed"), AskedExample::answer(0, 50),
                 AskedExample::unanswered(1, "planned")});
    example.judge("m", "a", 0, 0, Verdict::Correct);
    const AskingCost cost = askingCosts(example.asked()).front();
    EXPECT_EQ(cost.spent.requests, 2); // planned requests were never sent
    EXPECT_EQ(cost.spent.refused, 1);
    EXPECT_EQ(cost.rounds, 1);
    EXPECT_FALSE(cost.isPartial(BudgetUnit::Tokens));
    EXPECT_DOUBLE_EQ(*cost.perSuccess(BudgetUnit::Tokens), 50);
}

TEST(AskingCost, DoesNotCountConfirmationsAsSuccesses)
{
    AskedExample example = fourTasks();
    example.judge("m, confirmed", "a", 0, 1, Verdict::Correct, 1.9);
    example.judge("m, confirmed", "b", 1, 1, Verdict::WrongValue);
    const auto costs = askingCosts(example.asked());
    ASSERT_EQ(costs.size(), 1U);
    EXPECT_EQ(costs.front().solved, 3);
    EXPECT_EQ(costs.front().confirmed, 1);
}

TEST(AskedPopulation, FlaggedResultsCostButDoNotCountAsSolved)
{
    AskedExample example;
    example.ask("m", "a", 0, {AskedExample::answer(0, 50)});
    example.judge("m", "a", 0, 0, Verdict::Correct).isWithheld = true;
    example.ask("m", "b", 0, {AskedExample::answer(0, 50)});
    example.judge("m", "b", 0, 0, Verdict::Correct);
    const AskingCost cost = askingCosts(example.asked()).front();
    EXPECT_EQ(cost.tasks, 2);
    EXPECT_EQ(cost.solved, 1);
    EXPECT_DOUBLE_EQ(*cost.perSuccess(BudgetUnit::Tokens), 100);
    EXPECT_EQ(answerLosses(example.asked()).front().notJudged, 1);
}

TEST(AskedPopulation, CountsSamplesWithoutResultsUnlessFilteredByResult)
{
    AskedExample example;
    example.ask("m", "a", 0, {AskedExample::answer(0, 50)});
    example.judge("m", "a", 0, 0, Verdict::Correct);
    example.ask("m", "b", 0, {AskedExample::unanswered(0, "unknown")});
    example.ask("other", "b", 0, {AskedExample::answer(0, 50)}); // another method's result
    const AskedPopulation whole = example.asked(true);
    EXPECT_EQ(whole.samples.size(), 2U);
    EXPECT_EQ(whole.withoutResult, 1U);
    EXPECT_TRUE(askingCosts(whole).front().isPartial(BudgetUnit::Tokens));
    const AskedPopulation narrowed = example.asked(false);
    EXPECT_EQ(narrowed.samples.size(), 1U);
    EXPECT_EQ(narrowed.leftOut, 1U);

    EXPECT_TRUE(keepsMethodsWhole(*parseFilter("")));
    EXPECT_TRUE(keepsMethodsWhole(*parseFilter("method:m -run:x suite:native")));
    EXPECT_FALSE(keepsMethodsWhole(*parseFilter("method:m category:Math")));
    EXPECT_FALSE(keepsMethodsWhole(*parseFilter("softmax")));
}

TEST(AnswerLosses, CountsARoundByItsFinalOutcome)
{
    using enum ExtractionOutcome;
    AskedExample example;
    // A second request succeeds; lost for good; the endpoint failed; cut off; pending.
    example.ask("m", "a", 0, {AskedExample::answer(0, 10, Truncated), AskedExample::answer(0, 20)});
    example.ask("m", "b", 0,
                {AskedExample::answer(0, 10, NoCode), AskedExample::answer(0, 20, Refused),
                 AskedExample::unanswered(0, "failed")});
    example.ask("m", "c", 0, {AskedExample::unanswered(0, "failed")});
    example.ask("m", "d", 0, {AskedExample::unanswered(0, "unknown")});
    example.ask("m", "e", 0, {AskedExample::unanswered(0, "sent")});
    example.ask("m", "f", 0, {AskedExample::answer(0, 5, Ambiguous)});
    example.judge("m", "a", 0, 0, Verdict::Correct);
    example.judge("m", "b", 0, 0, Verdict::EmptySubmission);
    example.judge("m", "f", 0, 0, Verdict::WrongShape);
    const AnswerLosses losses = answerLosses(example.asked()).front();
    const auto of = [](LostAnswer cause) { return static_cast<std::size_t>(cause); };
    EXPECT_EQ(losses.rounds, 6);
    EXPECT_EQ(losses.roundsWith(LostAnswer::No), 2);
    EXPECT_EQ(losses.roundsWith(LostAnswer::Truncated), 0);
    EXPECT_EQ(losses.requestsBy[of(LostAnswer::Truncated)], 1);
    EXPECT_EQ(losses.requestsBy[of(LostAnswer::NoCode)], 1);
    EXPECT_EQ(losses.roundsWith(LostAnswer::Refused), 1);
    EXPECT_EQ(losses.roundsWith(LostAnswer::Endpoint), 1);
    EXPECT_EQ(losses.requestsBy[of(LostAnswer::Endpoint)], 2);
    EXPECT_EQ(losses.roundsWith(LostAnswer::CutOff), 1);
    EXPECT_EQ(losses.roundsWith(LostAnswer::Open), 1);
    EXPECT_EQ(losses.lost(), 3);
    EXPECT_EQ(losses.correct, 1);
    EXPECT_EQ(losses.failed, 1);
    EXPECT_EQ(losses.notJudged, 0);
    EXPECT_DOUBLE_EQ(losses.tokensBy[of(LostAnswer::No)].total, 35); // includes the truncated one
    EXPECT_DOUBLE_EQ(losses.tokensBy[of(LostAnswer::Refused)].total, 30);
}

TEST(FeedbackEffect, CountsFixedAndKeptResultsByFeedbackKind)
{
    const AskedPopulation asked = fourTasks().asked();
    // By hand. Build feedback: a/0 and b/1 fixed, c/0 not. Value feedback: b/0, c/1, d/1 not fixed.
    // Time feedback: a/1 stays correct and is six times as fast; d/0 broken.
    const FeedbackEffect build = effectOf(asked, ToldKind::Build);
    EXPECT_EQ(build.wasFailing, 3);
    EXPECT_EQ(build.fixed, 2);
    const FeedbackEffect compare = effectOf(asked, ToldKind::Compare);
    EXPECT_EQ(compare.wasFailing, 3);
    EXPECT_EQ(compare.fixed, 0);
    const FeedbackEffect time = effectOf(asked, ToldKind::Speed);
    EXPECT_EQ(time.wasCorrect, 2);
    EXPECT_EQ(time.kept, 1);
    EXPECT_EQ(time.timed, 1);
    EXPECT_NEAR(*time.speedupRatio, 6.0, 1e-12);
    EXPECT_EQ(build.steps + compare.steps + time.steps, 8);
    EXPECT_EQ(effectOf(asked, ToldKind::NotRecorded).steps, 0);
}

TEST(FeedbackEffect, ComparesWithTheProgramInTheFeedback)
{
    AskedExample example;
    AskedDialogue &dialogue = example.ask("m", "a", 0,
                                          {AskedExample::answer(0, 1), AskedExample::answer(1, 1),
                                           AskedExample::answer(2, 1),
                                           AskedExample::answer(3, 1, ExtractionOutcome::NoCode)});
    // Round 2 continues from round 0, the best. Round 3 has no program and was never evaluated.
    dialogue.messages = {{1, false, ToldEvaluation{0, 0, 0}},
                         {2, false, ToldEvaluation{0, 0, 0}},
                         {3, false, ToldEvaluation{0, 2, 0}}};
    example.judge("m", "a", 0, 0, Verdict::Correct, 1.0);
    example.judge("m", "a", 0, 1, Verdict::WrongValue);
    example.judge("m", "a", 0, 2, Verdict::Correct, 2.0);
    const FeedbackEffect effect = effectOf(example.asked(), ToldKind::Speed);
    EXPECT_EQ(effect.wasFailing, 0);
    EXPECT_EQ(effect.wasCorrect, 3);
    EXPECT_EQ(effect.kept, 1);
    EXPECT_NEAR(*effect.speedupRatio, 2.0, 1e-12);
}

TEST(FeedbackEffect, ComparesAHintWithItsProgramFromAnotherRun)
{
    AskedExample example;
    // Round 0 is a program of another run that was evaluated again. It has no request here.
    AskedDialogue &wrong = example.ask("m, hinted", "a", 0, {AskedExample::answer(1, 1)});
    wrong.messages = {{1, false, ToldEvaluation{0, 0, 0}}, {1, true, {}}};
    example.judge("m, hinted", "a", 0, 0, Verdict::WrongTail);
    example.judge("m, hinted", "a", 0, 1, Verdict::Correct, 3.0);
    AskedDialogue &right = example.ask("m, hinted", "a", 1, {AskedExample::answer(1, 1)});
    right.messages = {{1, false, ToldEvaluation{1, 0, 0}}, {1, true, {}}};
    example.judge("m, hinted", "a", 1, 0, Verdict::Correct, 1.0);
    example.judge("m, hinted", "a", 1, 1, Verdict::Correct, 2.0);
    AskedDialogue &unknown = example.ask("m, hinted", "a", 2, {AskedExample::answer(1, 1)});
    unknown.messages = {{1, false, ToldEvaluation{2, 0, 0}}, {1, true, {}}};
    example.judge("m, hinted", "a", 2, 1, Verdict::Correct, 2.0);
    const FeedbackEffect hint = effectOf(example.asked(), ToldKind::Hint);
    EXPECT_EQ(hint.steps, 2);
    EXPECT_EQ(hint.wasFailing, 1);
    EXPECT_EQ(hint.fixed, 1);
    EXPECT_EQ(hint.wasCorrect, 1);
    EXPECT_EQ(hint.kept, 1);
    EXPECT_NEAR(*hint.speedupRatio, 2.0, 1e-12);
    EXPECT_EQ(hint.notJudged, 1) << "of the last the program that was told about is not there";
}

TEST(FeedbackEffect, ComparesWithProgramsOfOtherSamples)
{
    AskedExample example;
    for (int sample = 0; sample < 2; ++sample)
        example.ask("m", "a", sample, {AskedExample::answer(0, 1), AskedExample::answer(1, 1)});
    example.dialogues[0].messages = {{1, false, ToldEvaluation{1, 0, 0}}};
    example.dialogues[1].messages
        = {{1, false, ToldEvaluation{1, 0, 0}}, {1, false, ToldEvaluation{0, 0, 0}}};
    example.judge("m", "a", 0, 0, Verdict::CompileError);
    example.judge("m", "a", 0, 1, Verdict::Correct, 3.0);
    example.judge("m", "a", 1, 0, Verdict::Correct, 1.0);
    example.judge("m", "a", 1, 1, Verdict::WrongValue);
    const AskedPopulation asked = example.asked();
    const FeedbackEffect speed = effectOf(asked, ToldKind::Speed);
    EXPECT_EQ(speed.wasCorrect, 1) << "its own program did not build";
    EXPECT_EQ(speed.kept, 1);
    EXPECT_NEAR(*speed.speedupRatio, 3.0, 1e-12);
    const FeedbackEffect two = effectOf(asked, ToldKind::TwoPrograms);
    EXPECT_EQ(two.wasCorrect, 1) << "from the first of them";
    EXPECT_EQ(two.kept, 0);
    EXPECT_EQ(effectOf(asked, ToldKind::Build).steps, 0);
}

TEST(FeedbackEffect, ReportsNotRecordedForImports)
{
    AskedExample example;
    example.ask("m", "a", 0, {AskedExample::answer(0, 1), AskedExample::answer(1, 1)}).profile = {};
    example.judge("m", "a", 0, 0, Verdict::CompileError);
    example.judge("m", "a", 0, 1, Verdict::Correct);
    EXPECT_EQ(effectOf(example.asked(), ToldKind::NotRecorded).fixed, 1);
}

TEST(ToldParts, FollowFromProfileAndVerdict)
{
    const ToldParts all = toldParts(R"({"format": 1})");
    EXPECT_EQ(toldKindOf(all, told(Verdict::CompileError)), ToldKind::Build);
    EXPECT_EQ(toldKindOf(all, told(Verdict::EmptySubmission)), ToldKind::Verdict);
    EXPECT_EQ(toldKindOf(all, told(Verdict::Crashed)), ToldKind::Run);
    EXPECT_EQ(toldKindOf(all, told(Verdict::WrongShape)), ToldKind::Run);
    EXPECT_EQ(toldKindOf(all, told(Verdict::WrongTail)), ToldKind::Compare);
    EXPECT_EQ(toldKindOf(all, told(Verdict::Correct)), ToldKind::Speed);
    EXPECT_EQ(toldKindOf(all, told(Verdict::InfraError)), ToldKind::NotRecorded);

    const ToldParts build = toldParts(R"({"feedback": {"parts": ["build"]}})");
    EXPECT_EQ(toldKindOf(build, told(Verdict::CompileError)), ToldKind::Build);
    EXPECT_EQ(toldKindOf(build, told(Verdict::WrongValue)), ToldKind::Verdict);
    EXPECT_EQ(toldKindOf(build, told(Verdict::Correct)), ToldKind::Verdict);
    const ToldParts roofline = toldParts(R"({"feedback": {"parts": ["roofline"]}})");
    EXPECT_EQ(toldKindOf(roofline, told(Verdict::Correct)), ToldKind::Speed);
    const ToldParts verdict = toldParts(R"({"feedback": {"disclose": "verdict"}})");
    EXPECT_EQ(toldKindOf(verdict, told(Verdict::WrongValue)), ToldKind::Verdict);
    EXPECT_EQ(toldKindOf(verdict, told(Verdict::Correct)), ToldKind::Speed);

    MetricRow differs = told(Verdict::Correct);
    differs.strictVerdict = Verdict::WrongValue;
    EXPECT_EQ(toldKindOf(all, differs), ToldKind::Compare);
    EXPECT_EQ(toldKindOf(toldParts(R"({"judge": "suite"})"), differs), ToldKind::Speed);

    for (const char *broken : {"", "nonsense", "[]", "7"})
        EXPECT_EQ(toldKindOf(toldParts(broken), told(Verdict::Correct)), ToldKind::NotRecorded);
    EXPECT_EQ(toldKindOf(toldParts(R"({"feedback": 3, "judge": {}})"), told(Verdict::Correct)),
              ToldKind::Speed);
}

} // namespace loupe::test
