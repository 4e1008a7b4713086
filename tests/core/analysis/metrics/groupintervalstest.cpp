// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/metrics/groupintervals.h"

#include "core/analysis/metrics/ratetable.h"

#include <gtest/gtest.h>

#include "tests/core/analysis/metricrows.h"

namespace loupe::test {

namespace {

const GroupStatistic &statistic(const GroupIntervals &group, const std::string &name)
{
    for (const GroupStatistic &each : group.statistics) {
        if (each.name == name)
            return each;
    }
    ADD_FAILURE() << "no statistic " << name;
    return group.statistics.front();
}

std::vector<MetricRow> rowsOfManyTasks()
{
    std::vector<MetricRow> rows = randomRows(3, 400);
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].task = "t" + std::to_string(i % 37);
    return rows;
}

} // namespace

// The estimates must equal those of the rate table.
TEST(GroupIntervals, EstimatesAreThoseOfTheRateTable)
{
    const std::vector<MetricRow> rows = rowsOfManyTasks();
    const std::vector<FastPThreshold> thresholds{{1, Threshold::Above}};
    BootstrapOptions options;
    options.resamples = 200;
    const auto groups = groupIntervals(rows, GroupBy::Category, thresholds, options);
    const auto rates = rateTable(rows, GroupBy::Category);
    ASSERT_EQ(groups.size(), rates.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        EXPECT_EQ(groups[i].group, rates[i].group);
        EXPECT_EQ(groups[i].tasks, rates[i].tasks);
        const double judged = rates[i].judged;
        EXPECT_DOUBLE_EQ(statistic(groups[i], "built").interval->estimate, rates[i].built / judged);
        EXPECT_DOUBLE_EQ(statistic(groups[i], "correct").interval->estimate,
                         rates[i].correct / judged);
        EXPECT_DOUBLE_EQ(statistic(groups[i], "fast_1 (>)").interval->estimate, *rates[i].fastp1);
        EXPECT_NEAR(statistic(groups[i], "geometric mean").interval->estimate,
                    *rates[i].geometricMeanSpeedup, 1e-9 * *rates[i].geometricMeanSpeedup);
        EXPECT_DOUBLE_EQ(statistic(groups[i], "median").interval->estimate,
                         *rates[i].medianSpeedup);
        EXPECT_EQ(statistic(groups[i], "geometric mean").used, rates[i].timed);
        EXPECT_EQ(statistic(groups[i], "geometric mean").total, rates[i].correct);
        EXPECT_FALSE(statistic(groups[i], "ratio of total times").interval) << "no times there";
        for (const GroupStatistic &each : groups[i].statistics) {
            if (!each.interval)
                continue;
            EXPECT_LE(each.interval->low, each.interval->estimate) << each.name;
            EXPECT_GE(each.interval->high, each.interval->estimate) << each.name;
        }
    }
}

TEST(GroupIntervals, RatioOfTotalTimesByHand)
{
    std::vector<MetricRow> rows{metricRow("a", Verdict::Correct), metricRow("a", Verdict::Correct)};
    rows[1].task = "other";
    rows[0].baselineMs = 10;
    rows[0].candidateMs = 1;
    rows[1].baselineMs = 1;
    rows[1].candidateMs = 10;
    const auto groups = groupIntervals(rows, GroupBy::All, {}, {});
    ASSERT_EQ(groups.size(), 1U);
    const auto &interval = statistic(groups[0], "ratio of total times").interval;
    EXPECT_DOUBLE_EQ(interval->estimate, 1);
    EXPECT_DOUBLE_EQ(interval->low, 0.1);
    EXPECT_DOUBLE_EQ(interval->high, 10);
    EXPECT_FALSE(statistic(groups[0], "geometric mean").interval);
    EXPECT_TRUE(groupIntervals({}, GroupBy::All, {}, {}).empty());
}

} // namespace loupe::test
