// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/roundtables.h"

#include <gtest/gtest.h>

namespace loupe::test {

namespace {
RoundTable sample()
{
    RoundTable table;
    table.definition = "Rates are of 200 (tasks).";
    table.rounds = {{0, 90, 10, 92, 32, 0.46, 0.16}, {1, 99, 1, 114, 47, 0.57, 0.235}};
    RoundStep step;
    step.toRound = 1;
    step.trajectories = 20;
    step.buildGained = 22;
    step.rescued = 16;
    step.persistent = 4;
    step.identicalCode = 3;
    step.flaky = 1;
    step.rescuedSpeedup = {15, 16, 1.15824, 0.89, 1.0};
    step.persistentBefore = {0, 4, {}, {}, {}};
    step.persistentAfter = {0, 4, {}, {}, {}};
    table.steps = {step};
    return table;
}
} // namespace

TEST(RoundTables, RatesHaveADenominator)
{
    EXPECT_EQ(toText(roundRatesTable(sample())),
              "round         built      correct  judged  unknown\n"
              "-----  ------------  -----------  ------  -------\n"
              "    0   92 (46.0 %)  32 (16.0 %)      90       10\n"
              "    1  114 (57.0 %)  47 (23.5 %)      99        1\n"
              "Rates are of 200 (tasks).\n");
}

TEST(RoundTables, StepsGiveMeansWithTheirNumberOfKernels)
{
    const Table table = roundStepsTable(sample());
    ASSERT_EQ(table.rows.size(), 1U);
    const std::vector<std::string> expected{
        "0 → 1", "20", "22", "0", "16", "0", "4", "0", "3", "1", "1.1582 (n 15 of 16)", "–", "–"};
    EXPECT_EQ(table.rows[0], expected);
    EXPECT_EQ(table.columns.size(), expected.size());
}

TEST(RoundTables, ComparesGroupsOfAStepIfBothExist)
{
    StepGroups groups;
    groups.toRound = 1;
    groups.persistent.kernels = 5;
    groups.persistent.timed = 4;
    groups.persistent.mean = 2.0;
    groups.persistent.median = 1.5;
    Interval interval;
    interval.low = 1.25;
    interval.high = 2.75;
    groups.persistent.interval = interval;
    groups.rescued.kernels = 2;
    const Table alone = stepGroupsTable(groups);
    EXPECT_EQ(alone.columns[0].title, "rounds 0 to 1");
    ASSERT_EQ(alone.rows.size(), 2U) << "nothing regressed";
    EXPECT_EQ(
        alone.rows[0],
        (std::vector<std::string>{"correct in both", "4 of 5", "2.00×", "1.25–2.75", "1.50×"}));
    EXPECT_EQ(alone.rows[1], (std::vector<std::string>{"newly correct", "0 of 2", "–", "–", "–"}));
    EXPECT_EQ(alone.caption.find("over correct"), std::string::npos);
    EXPECT_EQ(alone.caption.find("p ="), std::string::npos);

    groups.broken.kernels = 1;
    Interval ratio;
    ratio.estimate = 0.5;
    ratio.low = 0.25;
    ratio.high = 1.25;
    groups.ratio = ratio;
    EXPECT_TRUE(stepGroupsTable(groups).caption.ends_with(
        "Newly correct over correct in both: 0.50× (0.25 to 1.25)."));
    groups.pSlower = 0.0314;
    const Table both = stepGroupsTable(groups);
    ASSERT_EQ(both.rows.size(), 3U);
    EXPECT_EQ(both.rows[2][0], "regressed");
    EXPECT_TRUE(both.caption.ends_with("(0.25 to 1.25); one-sided permutation test, p = 0.031."))
        << both.caption;
}

TEST(RoundTables, IsEmptyWithoutRounds)
{
    EXPECT_TRUE(roundRatesTable(RoundTable()).rows.empty());
    EXPECT_TRUE(roundStepsTable(RoundTable()).rows.empty());
}

} // namespace loupe::test
