// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/statisticstables.h"

#include <gtest/gtest.h>

namespace loupe::test {

TEST(SuiteTables, ShowsTheSuiteFigureNextToOurs)
{
    SuiteSpeedupGroup group;
    group.suite = "kernelbench";
    group.group = "Math";
    group.aggregate.tasks = 10;
    group.aggregate.correct = 8;
    group.aggregate.missing = 3;
    group.aggregate.dropped = 1;
    group.aggregate.figures = {{"fast_1", 0.4}, {"fast_2", std::nullopt}};
    group.ourGeometricMean = 1.25;
    const Table table = suiteSpeedupTable(std::vector{group}, "category");
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(table.columns[1].title, "category");
    EXPECT_EQ(table.rows[0],
              (std::vector<std::string>{"kernelbench", "Math", "fast_1", "0.4", "1.25", "10", "8",
                                        "5 of 8", "1", "0", "0"}));
    EXPECT_EQ(table.rows[1][3], "–") << "a figure that has no value is no zero";
}

TEST(SuiteTables, EachRuleIsDefinedOnce)
{
    SuiteSpeedupGroup one;
    one.rule = SpeedupRule::KernelBench;
    const std::string rule(definition(SpeedupRule::KernelBench));
    const Table table = suiteSpeedupTable(std::vector{one, one}, "category");
    const std::size_t first = table.caption.find(rule);
    ASSERT_NE(first, std::string::npos);
    EXPECT_EQ(table.caption.find(rule, first + 1), std::string::npos);
}

} // namespace loupe::test
