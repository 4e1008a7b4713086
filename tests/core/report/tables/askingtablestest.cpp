// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/askingtables.h"

#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

constexpr FastPThreshold faster{1.0, Threshold::Above};

AskingCost costOf(const char *method, KnownSum tokens, int solved)
{
    AskingCost out;
    out.method = method;
    out.tasks = 4;
    out.samples = 4;
    out.rounds = 8;
    out.spent.requests = 10;
    out.spent.refused = 1;
    out.spent.tokens = tokens;
    out.solved = solved;
    return out;
}

const std::string &cell(const Table &table, std::size_t row, const std::string &column)
{
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (table.columns[i].title == column)
            return table.rows.at(row).at(i);
    }
    throw std::out_of_range(column);
}

} // namespace

TEST(AskingTables, MarksMissingAndPartialUsage)
{
    const std::vector<AskingCost> costs{
        costOf("whole", {300, 9, 0}, 2), costOf("part", {300, 6, 3}, 2),
        costOf("nothing", {0, 0, 9}, 2), costOf("failed", {300, 9, 0}, 0)};
    const Table table = askingCostTable(costs);
    EXPECT_EQ(cell(table, 0, "tokens"), "300");
    EXPECT_EQ(cell(table, 0, "usage known"), "9 of 9");
    EXPECT_EQ(cell(table, 0, "tokens per success"), "150");
    EXPECT_EQ(cell(table, 0, "requests per success"), "5");
    EXPECT_EQ(cell(table, 0, "dollars"), "not recorded");
    EXPECT_EQ(cell(table, 0, "confirmed"), "–");
    EXPECT_EQ(cell(table, 1, "tokens"), "≥ 300");
    EXPECT_EQ(cell(table, 1, "tokens per success"), "≥ 150");
    EXPECT_EQ(cell(table, 2, "tokens"), "not recorded");
    EXPECT_EQ(cell(table, 2, "tokens per success"), "not recorded");
    EXPECT_EQ(cell(table, 3, "tokens per success"), "–");
    EXPECT_EQ(cell(table, 3, "solved"), "0 (0.0 %)");
}

TEST(AskingTables, SentencesNameMissingData)
{
    AskingCost cost = costOf("m", {300, 9, 0}, 2);
    EXPECT_EQ(perSuccessSentence(cost),
              "Per task solved: 150 tokens, dollars not recorded, 5 requests");
    EXPECT_EQ(askingCostSentence(cost), "2 of 4 tasks solved; 300 tokens in 10 requests.");
    cost.confirmed = 1;
    cost.spent.tokens = {0, 0, 9};
    cost.spent.dollars = {0.5, 8, 1};
    EXPECT_EQ(perSuccessSentence(cost),
              "Per task solved: tokens not recorded, ≥ $0.2500, 5 requests");
    EXPECT_EQ(askingCostSentence(cost),
              "2 of 4 tasks solved, 1 correct with fresh inputs; tokens "
              "not recorded in 10 requests.");
    EXPECT_EQ(perSuccessSentence(costOf("m", {300, 9, 0}, 0)),
              "No task is solved, so there are no costs per success.");
}

TEST(AskingTables, ListsOnlyOccurringLosses)
{
    AnswerLosses losses;
    losses.method = "m";
    losses.rounds = 4;
    const auto at = [](LostAnswer cause) { return static_cast<std::size_t>(cause); };
    losses.roundsBy[at(LostAnswer::No)] = 3;
    losses.requestsBy[at(LostAnswer::No)] = 3;
    losses.roundsBy[at(LostAnswer::NoCode)] = 1;
    losses.requestsBy[at(LostAnswer::NoCode)] = 2;
    losses.tokensBy[at(LostAnswer::NoCode)] = {40, 2, 0};
    losses.correct = 2;
    losses.failed = 1;
    const Table table = answerLossTable(std::vector{losses});
    ASSERT_EQ(table.rows.size(), 5U);
    EXPECT_EQ(table.rows[0],
              (std::vector<std::string>{"m", "program found", "3 (75.0 %)", "3", "not recorded"}));
    EXPECT_EQ(table.rows[1],
              (std::vector<std::string>{"m", "found: correct", "2 (50.0 %)", "–", "–"}));
    EXPECT_EQ(table.rows[4], (std::vector<std::string>{"m", "no code", "1 (25.0 %)", "2", "40"}));
    const Table alone = answerLossTable(losses);
    EXPECT_EQ(alone.columns.size(), 4U);
    EXPECT_EQ(alone.rows[4], (std::vector<std::string>{"no code", "1 (25.0 %)", "2", "40"}));
    EXPECT_EQ(alone.caption, table.caption);
}

TEST(AskingTables, SelectsAFewBudgets)
{
    BudgetCurve curve;
    curve.method = "m";
    curve.tasks = 100;
    curve.known = 100;
    for (int i = 1; i <= 100; ++i)
        curve.points.push_back({1000.0 * i, i, {i / 2}});
    const Table table = budgetCurveTable(std::vector{curve}, BudgetUnit::Tokens, faster, 4);
    ASSERT_EQ(table.rows.size(), 4U);
    EXPECT_EQ(cell(table, 0, "correct"), "25 (25.0 %)");
    EXPECT_EQ(cell(table, 3, "correct"), "100 (100.0 %)");
    EXPECT_EQ(cell(table, 3, "fast_1 (>)"), "50 (50.0 %)");

    curve.points.clear();
    curve.known = 0;
    const Table unknown = budgetCurveTable(std::vector{curve}, BudgetUnit::Dollars, faster, 4);
    ASSERT_EQ(unknown.rows.size(), 1U);
    EXPECT_EQ(cell(unknown, 0, "dollars per task"), "not recorded");
}

TEST(AskingTables, ShowsTheFrontierOfManyPoints)
{
    SamplesRoundsTable method;
    method.method = "m";
    method.tasks = 4;
    method.ranked = 2;
    SamplesRounds point{1, 1, 4, 20.0, 0.25, std::nullopt, true, false};
    method.points = {point, point};
    method.points.back().isFrontier = false;
    method.points.back().samples = 2;
    EXPECT_EQ(samplesRoundsTable(std::vector{method}, BudgetUnit::Tokens, faster, 2).rows.size(),
              2U);
    const Table table = samplesRoundsTable(std::vector{method}, BudgetUnit::Tokens, faster, 1);
    ASSERT_EQ(table.rows.size(), 1U);
    EXPECT_EQ(table.rows[0],
              (std::vector<std::string>{"m", "1", "1", "20", "25.0 %", "–", "4 of 4", "correct"}));
    EXPECT_NE(table.caption.find("2 samples excluded"), std::string::npos);
}

TEST(AskingTables, PairNamesItsTasksAndBudget)
{
    StrategyPair pair;
    pair.first = "a";
    pair.second = "b";
    pair.tasks = 4;
    pair.both = 2;
    pair.onlyFirst = 1;
    pair.neither = 1;
    pair.missing = 3;
    pair.spentByFirst = 100;
    StrategyPairOptions options;
    options.budget = 60;
    const Table table = strategyPairTable(pair, options);
    EXPECT_EQ(cell(table, 0, "a"), "3 (75.0 %)");
    EXPECT_EQ(cell(table, 0, "b"), "2 (50.0 %)");
    EXPECT_EQ(cell(table, 3, "a"), "100");
    EXPECT_EQ(cell(table, 3, "b"), "not recorded");
    EXPECT_NE(table.caption.find("4 tasks tried by both, within 60 tokens per task"),
              std::string::npos)
        << table.caption;
    EXPECT_NE(table.caption.find("3 tasks tried by one of them only"), std::string::npos);
}

TEST(AskingTables, CountsSamplesWithoutResults)
{
    AskedPopulation asked;
    EXPECT_EQ(unjudgedSentence(asked), "");
    asked.withoutResult = 1;
    EXPECT_EQ(unjudgedSentence(asked), "1 sample without any result: their spending counts.");
    asked = {};
    asked.leftOut = 2;
    EXPECT_NE(unjudgedSentence(asked).find("2 samples without any result excluded"),
              std::string::npos);
}

} // namespace loupe::test
