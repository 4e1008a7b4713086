// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/speedupmeans.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

std::vector<MetricRow> timedRows(const std::vector<double> &speedups)
{
    std::vector<MetricRow> rows;
    for (const double speedup : speedups) {
        rows.push_back(metricRow("c", Verdict::Correct, speedup));
        rows.back().task = "t" + std::to_string(rows.size());
    }
    return rows;
}

} // namespace

TEST(CarriedMean, NamesTheTaskThatAloneMakesTheMean)
{
    const auto carried = carriedBy(timedRows({1, 1.1, 1, 1.1, 1, 1.6e7, 1, 1.1, 1, 1.1}));
    ASSERT_TRUE(carried);
    EXPECT_EQ(carried->task, "t6");
    EXPECT_EQ(carried->suite, "s");
    EXPECT_NEAR(carried->speedup, 1.6e7, 1);
    EXPECT_NEAR(carried->mean, 5.457, 0.001); // (1.1^4 * 1.6e7)^(1/10)
    EXPECT_NEAR(carried->without, 1.0433, 0.001);
    EXPECT_EQ(text(*carried), "t6 alone carries the mean: 5.46× with it, 1.04× without");
}

TEST(CarriedMean, NamesATaskThatLowersTheMean)
{
    const auto carried = carriedBy(timedRows({2, 2, 2, 2, 1e-4}));
    ASSERT_TRUE(carried);
    EXPECT_EQ(carried->task, "t5");
    EXPECT_LT(carried->mean, carried->without);
}

TEST(CarriedMean, ReturnsNothingIfTheTasksAgree)
{
    EXPECT_FALSE(carriedBy(timedRows({0.5, 1, 2, 4, 1, 3})));
    EXPECT_FALSE(carriedBy({}));
    EXPECT_FALSE(carriedBy(timedRows({1, 1e6}))) << "each of two tasks is half of the mean";
}

TEST(CarriedMean, OnlyUsableSpeedupsCount)
{
    std::vector<MetricRow> rows = timedRows({1, 1, 1, 1, 1e9});
    rows.back().verdict = Verdict::WrongValue;
    EXPECT_FALSE(carriedBy(rows));
    rows.back().verdict = Verdict::Correct;
    rows.back().speedup.reset();
    EXPECT_FALSE(carriedBy(rows));
}

TEST(CarriedMean, SeveralRowsOfATaskCountAsOneTask)
{
    std::vector<MetricRow> rows = timedRows({1, 1, 1, 1, 1, 1, 8, 8, 8, 8, 8, 8});
    EXPECT_FALSE(carriedBy(rows));
    for (std::size_t i = 6; i < rows.size(); ++i)
        rows[i].task = "one";
    const auto carried = carriedBy(rows);
    ASSERT_TRUE(carried);
    EXPECT_EQ(carried->task, "one");
}

} // namespace loupe::test
