// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures/figurechanges.h"

#include <algorithm>
#include <iterator>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

std::vector<std::string> moved(const std::string &before, const std::string &after)
{
    const auto numbers = movedNumbers(before, after);
    EXPECT_TRUE(numbers) << numbers.error().text();
    std::vector<std::string> out;
    if (numbers)
        std::ranges::transform(*numbers, std::back_inserter(out),
                               [](const MovedNumber &each) { return text(each); });
    return out;
}

using Words = std::vector<std::string>;

} // namespace

TEST(MovedNumbers, DistinguishesMarksAtOnePositionByOrder)
{
    const std::string before = "mark,x,value\r\ndot,1,5\r\ndot,1,6\r\ndot,1,7\r\n";
    EXPECT_EQ(moved(before, before), Words());
    EXPECT_EQ(moved(before, "mark,x,value\r\ndot,1,5\r\ndot,1,9\r\n"),
              (Words{"dot, 1 (2): value 6 → 9", "dot, 1 (3): gone, was 7"}));
}

TEST(MovedNumbers, AnotherOrderOfMarksMovesNothing)
{
    EXPECT_EQ(
        moved("mark,x,value\r\nbar,1,3\r\nbar,2,4\r\n", "mark,x,value\r\nbar,2,4\r\nbar,1,3\r\n"),
        Words());
}

TEST(MovedNumbers, AnotherOrderOfColumnsMovesNothing)
{
    EXPECT_EQ(moved("mark,x,value,low\r\nbar,1,3,2\r\n", "low,mark,value,x\r\n2,bar,3,1\r\n"),
              (Words{}));
}

TEST(MovedNumbers, AddedColumnWasEmpty)
{
    EXPECT_EQ(moved("mark,x,value\r\nbar,1,3\r\n", "mark,x,value,low\r\nbar,1,3,2.5\r\n"),
              (Words{"bar, 1: low nothing → 2.5"}));
    EXPECT_EQ(moved("mark,x,value\r\nbar,1,3\r\n", "mark,x,value\r\nbar,1,\r\n"),
              (Words{"bar, 1: value 3 → nothing"}));
}

TEST(MovedNumbers, RemovedColumnIsEmpty)
{
    EXPECT_EQ(moved("mark,x,value,low\r\nbar,1,3,2.5\r\n", "mark,x,value\r\nbar,1,3\r\n"),
              (Words{"bar, 1: low 2.5 → nothing"}));
    EXPECT_EQ(moved("mark,x,value,low\r\nbar,1,3,\r\n", "mark,x,value\r\nbar,1,3\r\n"), Words())
        << "where it held nothing, nothing went";
}

TEST(MovedNumbers, ReadsNamesWithCommasAndQuotes)
{
    EXPECT_EQ(moved("panel,mark,x,value\r\n\"a, \"\"b\"\"\",bar,1,3\r\n",
                    "panel,mark,x,value\r\n\"a, \"\"b\"\"\",bar,1,4\r\n"),
              (Words{"a, \"b\", bar, 1: value 3 → 4"}));
}

TEST(MovedNumbers, ReportsMarksWithoutValues)
{
    EXPECT_EQ(moved("mark,x\r\ncell,1\r\n", "mark,x\r\ncell,2\r\n"),
              (Words{"cell, 2: new, new", "cell, 1: gone, was there"}));
}

TEST(MovedNumbers, EverythingIsNewWithoutAnExport)
{
    EXPECT_EQ(moved("", "mark,x,value\r\nbar,1,3\r\n"), (Words{"bar, 1: new, 3"}));
    EXPECT_EQ(moved("mark,x,value\r\nbar,1,3\r\n", ""), (Words{"bar, 1: gone, was 3"}));
    EXPECT_EQ(moved("", ""), Words());
}

TEST(MovedNumbers, RefusesInvalidCsvAndNamesIt)
{
    const auto old = movedNumbers("mark,x\r\n\"bar,1\r\n", "mark,x\r\n");
    ASSERT_FALSE(old);
    EXPECT_EQ(old.error().where, "the exported numbers:2");
    const auto now = movedNumbers("mark,x\r\n", "mark\r\nb\"ar\r\n");
    ASSERT_FALSE(now);
    EXPECT_EQ(now.error().where, "the numbers:2");
    EXPECT_EQ(now.error().code, Errc::InvalidInput);
}

TEST(FigureStates, CompareTheHashOfTheExport)
{
    PaperFigure now;
    now.dataHash = "abc";
    StoredFigure stored;
    EXPECT_EQ(stateOf(stored, now), FigureState::NeverExported);
    stored.dataHash = "abc";
    EXPECT_EQ(stateOf(stored, now), FigureState::Current);
    stored.dataHash = "abd";
    EXPECT_EQ(stateOf(stored, now), FigureState::Stale);
}

} // namespace loupe::test
