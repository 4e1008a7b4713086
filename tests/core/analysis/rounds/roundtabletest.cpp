// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rounds/roundtable.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

MetricRow at(const std::string &task, int round, Verdict verdict,
             std::optional<double> speedup = std::nullopt)
{
    static std::int64_t next = 0;
    MetricRow row = metricRow("Math", verdict, speedup);
    row.id = {++next};
    row.task = task;
    row.round = round;
    return row;
}

/// Returns one trajectory for every kind of step.
std::vector<MetricRow> everyStep()
{
    return {
        at("rescued", 0, Verdict::CompileError),   at("rescued", 1, Verdict::Correct, 2.0),
        at("flaky", 0, Verdict::WrongValue),       at("flaky", 1, Verdict::Correct),
        at("broken", 0, Verdict::Correct, 3.0),    at("broken", 1, Verdict::Crashed),
        at("unbuilt", 0, Verdict::WrongValue),     at("unbuilt", 1, Verdict::LinkError),
        at("persistent", 0, Verdict::Correct, 1.), at("persistent", 1, Verdict::Correct, 4.0),
        at("untimed", 0, Verdict::Correct, 9.0),   at("untimed", 1, Verdict::Correct),
        at("failing", 0, Verdict::RunTimeout),     at("failing", 1, Verdict::WrongShape),
        at("unknown", 0, Verdict::Correct, 1.0),   at("unknown", 1, Verdict::NotRecorded),
        at("alone", 1, Verdict::Correct, 5.0),
    };
}

} // namespace

TEST(RoundTable, EveryStepIsCountedOnce)
{
    const std::vector<MetricRow> rows = everyStep();
    const RoundTable table = roundTable(rows);
    EXPECT_EQ(table.trajectories, 9);
    ASSERT_EQ(table.steps.size(), 1U);
    const RoundStep &step = table.steps[0];
    EXPECT_EQ(step.trajectories, 7) << "known in both rounds";
    EXPECT_EQ(step.rescued, 2);
    EXPECT_EQ(step.broken, 1);
    EXPECT_EQ(step.persistent, 2);
    EXPECT_EQ(step.failing, 2);
    EXPECT_EQ(step.buildGained, 1);
    EXPECT_EQ(step.buildLost, 1);
    EXPECT_EQ(step.rescuedSpeedup.timed, 1);
    EXPECT_EQ(step.rescuedSpeedup.of, 2);
    EXPECT_EQ(step.rescuedSpeedup.arithmetic, 2.0);
    EXPECT_EQ(step.persistentBefore.timed, 1) << "only kernels timed in both rounds";
    EXPECT_EQ(step.persistentBefore.arithmetic, 1.0);
    EXPECT_EQ(step.persistentAfter.arithmetic, 4.0);
}

TEST(RoundTable, RatesWithoutABaseAreCounted)
{
    const std::vector<MetricRow> rows = everyStep();
    const RoundTable table = roundTable(rows);
    ASSERT_EQ(table.rounds.size(), 2U);
    EXPECT_EQ(table.denominator, 9);
    EXPECT_EQ(table.rounds[0].known, 8);
    EXPECT_EQ(table.rounds[0].unknown, 0);
    EXPECT_EQ(table.rounds[0].built, 7);
    EXPECT_EQ(table.rounds[0].correct, 4);
    EXPECT_EQ(table.rounds[1].known, 8);
    EXPECT_EQ(table.rounds[1].unknown, 1);
    EXPECT_EQ(table.rounds[1].correct, 5);
    EXPECT_DOUBLE_EQ(table.rounds[1].correctRate, 5.0 / 9);
    EXPECT_NE(table.definition.find("9 trajectories"), std::string::npos);
}

TEST(RoundTable, RatesWithABaseAddTheChangesOfSteps)
{
    const std::vector<MetricRow> rows = everyStep();
    RoundTableOptions options;
    options.denominator = 100;
    options.denominatorSource = "all tasks";
    options.base = {50, 20, "a paper"};
    const RoundTable table = roundTable(rows, options);
    EXPECT_EQ(table.rounds[0].built, 50);
    EXPECT_EQ(table.rounds[1].built, 50 + 1 - 1);
    EXPECT_EQ(table.rounds[0].correct, 20);
    EXPECT_EQ(table.rounds[1].correct, 20 + 2 - 1);
    EXPECT_DOUBLE_EQ(table.rounds[1].correctRate, 0.21);
    EXPECT_EQ(
        table.definition,
        "Rates are of 100 (all tasks). First round as stated: 50 built, 20 correct (a paper); each "
        "later round adds what the recorded steps gained and subtracts what they lost.");
}

TEST(RoundTable, MeansOfAnEvenNumberOfKernels)
{
    const std::vector<MetricRow> rows{
        at("a", 0, Verdict::WrongValue),
        at("a", 1, Verdict::Correct, 1.0),
        at("b", 0, Verdict::WrongValue),
        at("b", 1, Verdict::Correct, 4.0),
    };
    const TimedMean mean = roundTable(rows).steps.at(0).rescuedSpeedup;
    EXPECT_EQ(mean.arithmetic, 2.5);
    EXPECT_DOUBLE_EQ(mean.geometric.value_or(0), 2.0);
    EXPECT_EQ(mean.median, 2.5);
}

TEST(RoundTable, TheLastJudgedAttemptCounts)
{
    const std::vector<MetricRow> rows{
        at("a", 0, Verdict::CompileError),
        at("a", 0, Verdict::Correct, 1.0),
        at("a", 0, Verdict::InfraError),
    };
    const RoundTable table = roundTable(rows);
    EXPECT_EQ(table.rounds.at(0).correct, 1);
    EXPECT_EQ(table.rounds.at(0).known, 1);
    EXPECT_EQ(table.trajectories, 1);
}

TEST(RoundTable, SamplesMethodsAndRunsAreTrajectoriesOfTheirOwn)
{
    std::vector<MetricRow> rows(4, at("a", 0, Verdict::Correct, 1.0));
    rows[1].sample = 1;
    rows[2].method = "other";
    rows[3].run = "other";
    EXPECT_EQ(roundTable(rows).trajectories, 4);
}

TEST(RoundTable, AMissingRoundIsLeftOut)
{
    const std::vector<MetricRow> rows{at("a", 0, Verdict::WrongValue),
                                      at("a", 3, Verdict::Correct, 1.0)};
    const RoundTable table = roundTable(rows);
    ASSERT_EQ(table.rounds.size(), 2U);
    EXPECT_EQ(table.rounds[1].round, 3);
    EXPECT_EQ(table.steps.at(0).toRound, 3);
    EXPECT_EQ(table.steps.at(0).rescued, 1);
}

TEST(RoundTable, NoRowsGiveAnEmptyTable)
{
    const RoundTable table = roundTable({});
    EXPECT_TRUE(table.rounds.empty());
    EXPECT_TRUE(table.steps.empty());
    EXPECT_EQ(table.denominator, 0);
}

TEST(RoundTable, StepsAddUpForAnyRows)
{
    for (unsigned seed = 0; seed < 50; ++seed) {
        std::vector<MetricRow> rows = randomRows(seed, 400);
        std::mt19937 random(seed);
        for (MetricRow &row : rows) {
            row.sample = static_cast<int>(random() % 20);
            row.round = static_cast<int>(random() % 4);
        }
        const RoundTable table = roundTable(rows);
        ASSERT_EQ(table.steps.size() + 1, table.rounds.size());
        for (const RoundRates &each : table.rounds) {
            EXPECT_LE(each.correct, each.built);
            EXPECT_LE(each.built, each.known);
            EXPECT_LE(each.known + each.unknown, table.trajectories);
        }
        for (const RoundStep &step : table.steps) {
            EXPECT_EQ(step.rescued + step.broken + step.persistent + step.failing,
                      step.trajectories);
            EXPECT_LE(step.rescuedSpeedup.timed, step.rescuedSpeedup.of);
            EXPECT_EQ(step.persistentBefore.timed, step.persistentAfter.timed);
            if (step.rescuedSpeedup.timed > 0) {
                EXPECT_TRUE(std::isfinite(step.rescuedSpeedup.arithmetic.value_or(NAN)));
            }
        }
    }
}

} // namespace loupe::test
