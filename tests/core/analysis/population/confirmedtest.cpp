// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/figuretable.h"
#include "core/analysis/metrics/successmetrics.h"
#include "core/analysis/population/population.h"
#include "core/analysis/population/populationtext.h"
#include "core/analysis/population/scope.h"
#include "core/analysis/rounds/roundtable.h"
#include "core/analysis/rows/trajectories.h"
#include "core/model/record/confirmedmethod.h"

#include <vector>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

/// Returns rows of two tasks over two rounds: a is wrong, then 2×; b is 3×, then 0.5×. The better
/// round of each (a in 1, b in 0) was evaluated again and is slower than before.
std::vector<MetricRow> confirmedRows()
{
    std::vector<MetricRow> rows;
    const auto add = [&](const char *method, const char *task, int round, Verdict verdict,
                         std::optional<double> speedup) {
        MetricRow row = metricRow("c", verdict, speedup);
        row.id = {static_cast<std::int64_t>(rows.size()) + 1};
        row.run = method;
        row.method = method;
        row.task = task;
        row.round = round;
        row.cost.inputTokens = isConfirmedName(method) ? std::nullopt : std::optional(100L);
        rows.push_back(row);
    };
    add("m", "a", 0, Verdict::WrongValue, std::nullopt);
    add("m", "b", 0, Verdict::Correct, 3.0);
    add("m", "a", 1, Verdict::Correct, 2.0);
    add("m", "b", 1, Verdict::Correct, 0.5);
    add("m, confirmed", "a", 1, Verdict::Correct, 1.5);
    add("m, confirmed", "b", 0, Verdict::WrongValue, std::nullopt);
    return rows;
}

} // namespace

TEST(Confirmed, IsEncodedInTheName)
{
    EXPECT_EQ(confirmedName("m"), "m, confirmed");
    EXPECT_TRUE(isConfirmedName("m, confirmed"));
    EXPECT_FALSE(isConfirmedName("m"));
    EXPECT_FALSE(isConfirmedName(", confirmed"));
    EXPECT_EQ(unconfirmedName("m, confirmed"), "m");
    EXPECT_EQ(unconfirmedName("m"), "m");
}

TEST(Confirmed, FiguresByRoundExcludeConfirmations)
{
    // By hand: with best so far b is fast, then both; with last so far b is fast, then only a.
    const auto rounds = fastPByRound(confirmedRows(), 1, Threshold::Above);
    ASSERT_EQ(rounds.size(), 2U);
    EXPECT_EQ(rounds[0].fast.total, 2);
    EXPECT_DOUBLE_EQ(*rounds[0].fast.value, 0.5);
    EXPECT_DOUBLE_EQ(*rounds[1].fast.value, 1.0);
    EXPECT_DOUBLE_EQ(*rounds[0].last.value, 0.5);
    EXPECT_DOUBLE_EQ(*rounds[1].last.value, 0.5);
    EXPECT_EQ(rounds[1].last.total, 2);
    EXPECT_EQ(rounds[1].correct, 2);
}

TEST(Confirmed, CountsTasksWithoutRoundsInTheTotal)
{
    std::vector<MetricRow> rows = confirmedRows();
    rows.erase(rows.begin()); // a begins in round 1
    const auto rounds = fastPByRound(rows, 1, Threshold::Above);
    EXPECT_EQ(rounds[0].last.total, 2);
    EXPECT_EQ(rounds[0].last.used, 1);
    EXPECT_DOUBLE_EQ(*rounds[0].last.value, 0.5);
}

TEST(Confirmed, RoundTablesExcludeConfirmations)
{
    const RoundTable table = roundTable(confirmedRows());
    EXPECT_EQ(table.trajectories, 2);
    ASSERT_EQ(table.rounds.size(), 2U);
    EXPECT_EQ(table.rounds[0].known, 2);
    EXPECT_EQ(table.rounds[1].correct, 2);

    const auto rows = confirmedRows();
    EXPECT_EQ(trajectoriesOf(rows, {.refinedOnly = true}).size(), 2U);
    EXPECT_EQ(trajectoriesOf(rows, {.refinedOnly = true}).counts().single, 2U);
    EXPECT_EQ(trajectoriesOf(rows).size(), 4U); // a comparison of runs needs all of them
}

TEST(Confirmed, CostsOfAllCountEachSuccessOnce)
{
    const auto rows = confirmedRows();
    std::vector<const MetricRow *> places;
    for (const MetricRow &row : rows)
        places.push_back(&row);
    const CostPerSuccess cost = costPerSuccess(places);
    EXPECT_EQ(cost.successes, 2);
    EXPECT_EQ(cost.rows, 4);
    EXPECT_DOUBLE_EQ(*cost.tokens.perSuccess, 200);
}

TEST(Confirmed, ExcludesAndCountsConfirmationsIfSplitByRound)
{
    Scope scope;
    EXPECT_EQ(populationOf(confirmedRows(), scope).methods, 2U);
    tellApart(scope, GroupBy::Round);
    const Population population = populationOf(confirmedRows(), scope);
    EXPECT_EQ(population.methods, 1U);
    EXPECT_EQ(population.observations().size(), 4U);
    ASSERT_EQ(population.leftOut.size(), 1U);
    EXPECT_EQ(population.leftOut.front().reason, LeftOutReason::Confirmation);
    EXPECT_EQ(name(population.leftOut.front().reason), "confirmation");
    EXPECT_EQ(text(population.leftOut.front()), "2 results repeat another with fresh inputs");
}

} // namespace loupe::test
