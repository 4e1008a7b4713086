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

TEST(RoundTables, RatesSayOfWhat)
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

} // namespace loupe::test
