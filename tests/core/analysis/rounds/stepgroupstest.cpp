// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/rounds/stepgroups.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

void addStep(std::vector<MetricRow> &rows, const std::string &task, Verdict before, Verdict after,
             double speedup)
{
    for (int round = 0; round < 2; ++round) {
        MetricRow row = metricRow("c", round == 0 ? before : after);
        row.id = {static_cast<std::int64_t>(rows.size()) + 1};
        row.task = task;
        row.round = round;
        if (row.verdict == Verdict::Correct && speedup > 0)
            row.speedup = speedup;
        rows.push_back(row);
    }
}

} // namespace

TEST(StepGroups, DistinguishesRescuedFromPersistent)
{
    using enum Verdict;
    std::vector<MetricRow> rows;
    addStep(rows, "p1", Correct, Correct, 2.0);
    addStep(rows, "p2", Correct, Correct, 4.0);
    addStep(rows, "p3", Correct, Correct, 0); // correct, never timed
    addStep(rows, "r1", WrongAnswer, Correct, 0.5);
    addStep(rows, "r2", BuildFailed, Correct, 1.0);
    addStep(rows, "b1", Correct, WrongAnswer, 3.0);
    addStep(rows, "n1", WrongAnswer, WrongAnswer, 0);
    addStep(rows, "u1", NotRecorded, Correct, 9.0);
    const std::vector<StepGroups> steps
        = stepGroups(trajectoriesOf(rows), RoundMean::Geometric, {500, 1, 0.95});
    ASSERT_EQ(steps.size(), 1U);
    const StepGroups &step = steps[0];
    EXPECT_EQ(step.persistent.kernels, 3);
    EXPECT_EQ(step.persistent.timed, 2);
    EXPECT_DOUBLE_EQ(step.persistent.mean.value_or(0), std::sqrt(8.0));
    EXPECT_DOUBLE_EQ(step.persistent.median.value_or(0), 3.0);
    EXPECT_EQ(step.rescued.kernels, 2);
    EXPECT_DOUBLE_EQ(step.rescued.mean.value_or(0), std::sqrt(0.5));
    EXPECT_EQ(step.rescued.members, (std::vector<RowId>{{8}, {10}}));
    EXPECT_EQ(step.broken.kernels, 1);
    EXPECT_DOUBLE_EQ(step.broken.mean.value_or(0), 3.0);
    ASSERT_TRUE(step.ratio);
    EXPECT_DOUBLE_EQ(step.ratio->estimate, 0.25) << "sqrt(0.5 · 1) over sqrt(2 · 4)";
    ASSERT_TRUE(step.persistent.interval);
    EXPECT_DOUBLE_EQ(step.persistent.interval->low, 2.0) << "both resampled tasks may be p1";
    EXPECT_DOUBLE_EQ(step.persistent.interval->high, 4.0);
    // 2 of 4 values have 6 splits. Only the observed one is as low.
    EXPECT_DOUBLE_EQ(step.pSlower.value_or(0), 1.0 / 6);
}

TEST(StepGroups, ReturnsNothingWithoutCorrectKernels)
{
    std::vector<MetricRow> rows;
    addStep(rows, "n", Verdict::WrongAnswer, Verdict::WrongAnswer, 0);
    const std::vector<StepGroups> steps
        = stepGroups(trajectoriesOf(rows), RoundMean::Geometric, {100, 1, 0.95});
    ASSERT_EQ(steps.size(), 1U);
    EXPECT_EQ(steps[0].persistent.mean, std::nullopt);
    EXPECT_FALSE(steps[0].ratio);
    EXPECT_FALSE(steps[0].pSlower);
}

} // namespace loupe::test
