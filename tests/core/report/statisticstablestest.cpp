// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/statisticstables.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(StatisticsTables, IntervalSummaryHasALineForEachGroup)
{
    Interval interval;
    interval.estimate = 0.5;
    interval.low = 0.25;
    interval.high = 0.75;
    const std::vector<GroupIntervals> groups{
        {"Math", 4, {{"correct", interval, 4, 4}, {"median", std::nullopt, 0, 2}}},
        {"all", 1, {{"correct", std::nullopt, 1, 1}, {"median", interval, 2, 2}}}};
    BootstrapOptions options;
    options.resamples = 500;
    options.seed = 7;
    EXPECT_EQ(toText(intervalSummaryText(groups, "category", options)),
              "category  tasks            correct             median\n"
              "--------  -----  -----------------  -----------------\n"
              "Math          4  0.5 (0.25 – 0.75)                  –\n"
              "all           1                  –  0.5 (0.25 – 0.75)\n"
              "95 % intervals by percentile bootstrap, 500 resamples of whole tasks, seed 7: "
              "evaluations of a task stay together. Shares are of the judged, averages over the "
              "correct with usable numbers. – : fewer than two tasks, or no value.\n");
    EXPECT_TRUE(intervalSummaryText({}, "category", options).rows.empty());
}

} // namespace loupe
