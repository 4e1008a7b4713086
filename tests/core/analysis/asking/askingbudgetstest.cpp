// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/asking/budgetcurve.h"
#include "core/analysis/asking/samplesrounds.h"
#include "core/analysis/asking/strategypair.h"

#include <array>

#include <gtest/gtest.h>

#include "tests/core/analysis/askedexample.h"

namespace loupe::test {

namespace {

constexpr FastPThreshold faster{1.0, Threshold::Above};

BudgetCurve curveOf(AskedExample example, BudgetUnit unit)
{
    return budgetCurves(example.asked(), unit, std::span(&faster, 1)).front();
}

SamplesRounds pointOf(const SamplesRoundsTable &table, int samples, int rounds)
{
    for (const SamplesRounds &point : table.points) {
        if (point.samples == samples && point.rounds == rounds)
            return point;
    }
    return {};
}

/// Adds one sample of one round, with this number of tokens.
void addSingle(AskedExample &example, const std::string &task, std::int64_t tokens,
               std::optional<double> speedup)
{
    example.ask("n", task, 0, {AskedExample::answer(0, tokens)}).strategy = "independent, 1 sample";
    example.judge("n", task, 0, 0, speedup ? Verdict::Correct : Verdict::WrongValue, speedup);
}

} // namespace

TEST(BudgetCurve, RisesWhereATaskIsSolvedForTheFirstTime)
{
    // By hand, in the order 10 + 30 (round 0), 20 + 40 (round 1): a is correct at 40 and fast at
    // 60, b both at 100, d both at 10.
    const BudgetCurve curve = curveOf(fourTasks(), BudgetUnit::Tokens);
    EXPECT_EQ(curve.tasks, 4);
    EXPECT_EQ(curve.known, 4);
    EXPECT_DOUBLE_EQ(curve.most, 100);
    const std::vector<std::array<double, 3>> expected{
        {10, 1, 1}, {40, 2, 1}, {60, 2, 2}, {100, 3, 3}};
    ASSERT_EQ(curve.points.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_DOUBLE_EQ(curve.points[i].budget, expected[i][0]);
        EXPECT_EQ(curve.points[i].correct, expected[i][1]);
        EXPECT_EQ(curve.points[i].fast.front(), expected[i][2]);
    }
    const BudgetCurve requests = curveOf(fourTasks(), BudgetUnit::Requests);
    ASSERT_EQ(requests.points.size(), 4U); // d at 1, a at 2 and fast at 3, b at 4
    EXPECT_DOUBLE_EQ(requests.points[2].budget, 3);
    EXPECT_EQ(requests.points[2].fast.front(), 2);
}

TEST(BudgetCurve, DoesNotReachTasksWithUnknownCost)
{
    AskedExample example = fourTasks();
    example.dialogues[7].requests[1].outputTokens.reset(); // d, sample 1
    const BudgetCurve curve = curveOf(std::move(example), BudgetUnit::Tokens);
    EXPECT_EQ(curve.tasks, 4);
    EXPECT_EQ(curve.known, 3);
    EXPECT_DOUBLE_EQ(curve.points.front().budget, 40);
    EXPECT_EQ(curve.points.back().correct, 2);
}

TEST(BudgetCurve, SpeedIsUnknownWithoutTimes)
{
    AskedExample example = fourTasks();
    for (MetricRow &row : example.rows)
        row.speedup = std::nullopt;
    EXPECT_FALSE(curveOf(std::move(example), BudgetUnit::Tokens).isSpeedKnown);
    EXPECT_TRUE(curveOf(fourTasks(), BudgetUnit::Tokens).isSpeedKnown);
}

TEST(BudgetCurve, AgreesWithStrategyPairOnTasksWithKnownCost)
{
    // The first round of n's a has only failed requests, which cost nothing. The second round of
    // n's b has unknown usage beyond the budget.
    AskedExample example = fourTasks();
    example.ask("n", "a", 0, {AskedExample::unanswered(0, "failed"), AskedExample::answer(1, 50)});
    example.judge("n", "a", 0, 1, Verdict::Correct, 1.5);
    example.ask("n", "b", 0, {AskedExample::answer(0, 50), AskedExample::answer(1, {})});
    example.judge("n", "b", 0, 0, Verdict::Correct, 1.5);
    example.judge("n", "b", 0, 1, Verdict::Correct, 1.5);
    StrategyPairOptions options;
    options.budget = 50;
    const AskedPopulation asked = example.asked();
    const auto pair = strategyPair(asked, "m", "n", options);
    ASSERT_TRUE(pair);
    EXPECT_EQ(pair->tasks, 1);
    EXPECT_EQ(pair->unknown, 1);
    const auto curves = budgetCurves(asked, BudgetUnit::Tokens, std::span(&faster, 1));
    ASSERT_EQ(curves.size(), 2U);
    EXPECT_EQ(curves[1].method, "n");
    EXPECT_EQ(curves[1].tasks, 2);
    EXPECT_EQ(curves[1].known, 1);
    ASSERT_EQ(curves[1].points.size(), 1U);
    EXPECT_DOUBLE_EQ(curves[1].points[0].budget, 50);
    EXPECT_EQ(curves[1].points[0].correct, pair->both + pair->onlySecond);
}

TEST(SamplesRounds, AreExpectationsOverTheChoiceOfSamples)
{
    // By hand. One round: successes of two samples a 1, b 0, c 0, d 1, so pass@1 = (½+0+0+½)/4 and
    // pass@2 = 2/4; tokens 10 and 30. Two rounds: a 2, b 1, c 0, d 1: pass@1 = (1+½+0+½)/4, pass@2
    // = 3/4; tokens 30 and 70. Fast in one round: d alone; in two: a 2, b 1, d 1.
    AskedExample example = fourTasks();
    const auto table = samplesRoundsTables(example.asked(), BudgetUnit::Tokens, faster).front();
    ASSERT_EQ(table.points.size(), 4U);
    EXPECT_EQ(table.tasks, 4);
    const SamplesRounds one = pointOf(table, 1, 1);
    EXPECT_EQ(one.used, 4);
    EXPECT_DOUBLE_EQ(*one.spent, 20);
    EXPECT_DOUBLE_EQ(*one.correct, 0.25);
    EXPECT_DOUBLE_EQ(*one.fast, 0.125);
    const SamplesRounds two = pointOf(table, 2, 1);
    EXPECT_DOUBLE_EQ(*two.spent, 40);
    EXPECT_DOUBLE_EQ(*two.correct, 0.5);
    EXPECT_DOUBLE_EQ(*two.fast, 0.25);
    const SamplesRounds deep = pointOf(table, 1, 2);
    EXPECT_DOUBLE_EQ(*deep.spent, 50);
    EXPECT_DOUBLE_EQ(*deep.correct, 0.5);
    EXPECT_DOUBLE_EQ(*deep.fast, 0.5);
    const SamplesRounds all = pointOf(table, 2, 2);
    EXPECT_DOUBLE_EQ(*all.spent, 100);
    EXPECT_DOUBLE_EQ(*all.correct, 0.75);
    // Two samples of one round do as well as one of two rounds, and cost less.
    EXPECT_TRUE(one.isFrontier);
    EXPECT_TRUE(two.isFrontier);
    EXPECT_FALSE(deep.isFrontier);
    EXPECT_TRUE(deep.isFastFrontier);
    EXPECT_TRUE(all.isFrontier);
}

TEST(SamplesRounds, ExcludeUnknownValues)
{
    AskedExample example = fourTasks();
    example.dialogues[0].stopReason = "budget"; // a, sample 0: its second round is never requested
    example.dialogues[0].requests.pop_back();
    std::erase_if(example.rows, [](const MetricRow &row) {
        return row.task == "a" && row.sample == 0 && row.round == 1;
    });
    example.rows[3].verdict = Verdict::InfraError; // b, sample 0, round 0
    ASSERT_EQ(example.rows[3].task, "b");
    const auto table = samplesRoundsTables(example.asked(), BudgetUnit::Tokens, faster).front();
    EXPECT_EQ(pointOf(table, 2, 1).used, 3); // without b
    EXPECT_EQ(pointOf(table, 1, 2).used, 4); // through the other sample
    EXPECT_EQ(pointOf(table, 2, 2).used, 2); // without a and b
    EXPECT_FALSE(pointOf(table, 2, 2).isFrontier);
}

TEST(SamplesRounds, AFinishedSampleNeedsNoMoreBudget)
{
    AskedExample example;
    example.ask("m", "a", 0, {AskedExample::answer(0, 10)}).stopReason = "solved";
    example.ask("m", "a", 1, {AskedExample::answer(0, 10), AskedExample::answer(1, 30)});
    example.judge("m", "a", 0, 0, Verdict::Correct, 2.0);
    example.judge("m", "a", 1, 0, Verdict::WrongValue);
    example.judge("m", "a", 1, 1, Verdict::WrongValue);
    const auto table = samplesRoundsTables(example.asked(), BudgetUnit::Tokens, faster).front();
    EXPECT_DOUBLE_EQ(*pointOf(table, 1, 2).spent, 25);
    EXPECT_DOUBLE_EQ(*pointOf(table, 1, 2).correct, 0.5);
}

TEST(SamplesRounds, RankedSamplesAreNotChosenAtRandom)
{
    AskedExample example = fourTasks();
    for (AskedDialogue &dialogue : example.dialogues)
        dialogue.strategy = "best_then_refine, 2 samples, the best 1 of them go on, 2 rounds";
    const auto table = samplesRoundsTables(example.asked(), BudgetUnit::Tokens, faster).front();
    EXPECT_EQ(table.ranked, 8);
    EXPECT_TRUE(table.points.empty());
}

TEST(StrategyPair, CountsTasksOfBoth)
{
    // By hand: m solves a (3×), b (1.5×), d (1.2×); n solves a (1.5×) and c. Only n has e.
    AskedExample example = fourTasks();
    addSingle(example, "a", 50, 1.5);
    addSingle(example, "b", 50, std::nullopt);
    addSingle(example, "c", 50, 1.0);
    addSingle(example, "d", 50, std::nullopt);
    addSingle(example, "e", 50, 1.0);
    const auto pair = strategyPair(example.asked(), "m", "n", {});
    ASSERT_TRUE(pair);
    EXPECT_EQ(pair->tasks, 4);
    EXPECT_EQ(pair->both, 1);
    EXPECT_EQ(pair->onlyFirst, 2);
    EXPECT_EQ(pair->onlySecond, 1);
    EXPECT_EQ(pair->neither, 0);
    EXPECT_EQ(pair->missing, 1);
    EXPECT_DOUBLE_EQ(pair->solvesP, 1.0); // two against one
    EXPECT_EQ(pair->timed, 1);
    EXPECT_DOUBLE_EQ(*pair->spentByFirst, 100);
    EXPECT_DOUBLE_EQ(*pair->spentBySecond, 50);
    EXPECT_DOUBLE_EQ(pair->spentRatio->estimate, 2);
}

TEST(StrategyPair, CountsOnlyResultsWithinTheBudget)
{
    AskedExample example = fourTasks();
    addSingle(example, "a", 50, 1.5);
    addSingle(example, "b", 70, 1.0);
    StrategyPairOptions options;
    options.budget = 60;
    const auto pair = strategyPair(example.asked(), "m", "n", options);
    ASSERT_TRUE(pair);
    // m at 60 tokens: a is solved, at best 2×; b is not. The budget excludes n's b, which costs 70.
    EXPECT_EQ(pair->tasks, 2);
    EXPECT_EQ(pair->both, 1);
    EXPECT_EQ(pair->neither, 1);
    EXPECT_EQ(pair->missing, 2);
    EXPECT_DOUBLE_EQ(*pair->spentByFirst, 60);
    EXPECT_DOUBLE_EQ(*pair->spentBySecond, 25);
}

TEST(StrategyPair, ExcludesTasksWithUnknownValues)
{
    AskedExample example = fourTasks();
    addSingle(example, "a", 50, 1.5);
    addSingle(example, "c", 50, 1.5);
    addSingle(example, "d", 50, 1.5);
    example.dialogues[0].requests[0].inputTokens.reset(); // a
    example.rows[8].verdict = Verdict::InfraError;        // c: it may have been correct
    ASSERT_EQ(example.rows[8].task, "c");
    example.rows[13].verdict = Verdict::InfraError; // d is still solved
    ASSERT_EQ(example.rows[13].task, "d");
    const auto pair = strategyPair(example.asked(), "m", "n", {});
    ASSERT_TRUE(pair);
    EXPECT_EQ(pair->tasks, 1);
    EXPECT_EQ(pair->unknown, 2);
}

TEST(StrategyPair, RefusesIncomparableStrategies)
{
    AskedExample example = fourTasks();
    addSingle(example, "e", 50, 1.5);
    const auto strange = strategyPair(example.asked(), "m", "nobody", {});
    ASSERT_FALSE(strange);
    EXPECT_EQ(strange.error().code, Errc::NotFound);
    EXPECT_NE(strange.error().message.find("nobody"), std::string::npos);
    const auto apart = strategyPair(example.asked(), "m", "n", {});
    ASSERT_FALSE(apart);
    EXPECT_EQ(apart.error().code, Errc::NotFound);
}

} // namespace loupe::test
