// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/comparison/claimedfigures.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

MetricRow rowOf(const std::string &task, int round, Verdict verdict,
                std::optional<double> speedup = std::nullopt)
{
    MetricRow row = metricRow("c", verdict, speedup);
    row.task = task;
    row.run = "r";
    row.round = round;
    return row;
}

/// Returns rows in which one task stays correct, one is rescued and one is never correct.
std::vector<MetricRow> twoRounds()
{
    return {rowOf("same", 0, Verdict::Correct, 2.0),  rowOf("same", 1, Verdict::Correct, 2.0),
            rowOf("rescued", 0, Verdict::WrongValue), rowOf("rescued", 1, Verdict::Correct, 0.5),
            rowOf("never", 0, Verdict::CompileError), rowOf("never", 1, Verdict::WrongValue)};
}

RecordedFigure figure(const std::vector<MetricRow> &rows, const std::string &name, int round = 0)
{
    ClaimedFigure claimed;
    claimed.figure = name;
    claimed.round = round;
    return recordedFigure(rows, claimed);
}

} // namespace

TEST(ClaimedFigures, RatesOfARound)
{
    const auto rows = twoRounds();
    EXPECT_NEAR(figure(rows, "built", 0).value.value(), 200.0 / 3, 1e-9);
    EXPECT_NEAR(figure(rows, "correct", 1).value.value(), 200.0 / 3, 1e-9);
    EXPECT_EQ(figure(rows, "correct", 1).n, 2);
    EXPECT_EQ(figure(rows, "correct", 1).of, 3);
    EXPECT_FALSE(figure(rows, "built", 2).value) << "no such round";
    ClaimedFigure claimed;
    claimed.figure = "correct";
    claimed.round = 1;
    claimed.base = ClaimedFigure::Base{6, 4, 10, "the paper"};
    EXPECT_DOUBLE_EQ(recordedFigure(rows, claimed).value.value(), 50) << "4 and the rescued of 10";
}

TEST(ClaimedFigures, ExplainsChangesOfAStepsMean)
{
    const auto rows = twoRounds();
    EXPECT_DOUBLE_EQ(figure(rows, "mean_speedup", 0).value.value(), 2);
    EXPECT_DOUBLE_EQ(figure(rows, "mean_speedup", 1).value.value(), 1.25);
    EXPECT_DOUBLE_EQ(figure(rows, "rescued_speedup").value.value(), 0.5);
    EXPECT_EQ(figure(rows, "rescued_speedup").n, 1);
    EXPECT_DOUBLE_EQ(figure(rows, "persistent_after").value.value(), 2);
    EXPECT_DOUBLE_EQ(figure(rows, "mean_change").value.value(), -0.75);
    EXPECT_DOUBLE_EQ(figure(rows, "mean_change_within").value.value(), 0);
    EXPECT_DOUBLE_EQ(figure(rows, "mean_change_composition").value.value(), -0.75);
}

TEST(ClaimedFigures, SharesOfTheLastRoundAndOfTasks)
{
    const auto rows = twoRounds();
    EXPECT_DOUBLE_EQ(figure(rows, "slower").value.value(), 50);
    EXPECT_EQ(figure(rows, "slower").n, 2);
    EXPECT_NEAR(figure(rows, "never_correct").value.value(), 100.0 / 3, 1e-9);
}

TEST(ClaimedFigures, NamesMissingDataOfUnknownFigures)
{
    const auto rows = twoRounds();
    for (const char *name : {"deviance_category", "deviance_method", "device_ratio"}) {
        EXPECT_FALSE(figure(rows, name).value) << name;
        EXPECT_FALSE(figure(rows, name).lacking.empty()) << name;
    }
    for (const std::string_view name : claimedFigureNames()) {
        EXPECT_FALSE(figure({}, std::string(name)).value) << name;
        EXPECT_FALSE(figure({}, std::string(name)).lacking.empty()) << name;
        EXPECT_FALSE(figure({}, std::string(name)).basis.empty()) << name;
    }
    EXPECT_EQ(figure(rows, "slower").methods, 1);
    EXPECT_EQ(figure(rows, "slower").devices, 1);
}

} // namespace loupe::test
